"""A person's data on disk: where it is, and how files, settings and drafts are read and written.

Files are replaced in one step, and files from outside are read with a limit (`paths`).
"""
