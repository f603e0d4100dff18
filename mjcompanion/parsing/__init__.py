"""What people type and programs send: hands in words or short form, days, and JSON requests.

Nothing here knows a ruleset. `hand_text` is the reader of hands, with the words of `vocabulary`.
"""
