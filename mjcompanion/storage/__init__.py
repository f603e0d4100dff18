"""Where what belongs to a person is on the disk: folders, files and how they are written, drafts."""
