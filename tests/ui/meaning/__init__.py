"""A person with a meaning, at the Table and Score pages; `test_meant` and `tools/try_person.py` let one work."""
