"""The dialog that welcomes a newcomer: which game, which words, how large."""
