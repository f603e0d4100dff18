"""The window: shows the engine's values and sends back what the person did. It knows no rules."""
