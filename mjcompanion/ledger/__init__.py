"""What is kept on disk, so that nothing a person entered is lost."""
