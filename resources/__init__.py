"""Tile faces, icons, cards, fonts, sounds, texts and translations; `mjcompanion.storage.package_data` opens them."""
