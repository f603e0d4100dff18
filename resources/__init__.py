"""What comes with the program and is no code; `mjcompanion.packaged` opens it."""
