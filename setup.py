"""Finds the packages of the house and maps ui/ and resources/ under mjcompanion.

Names are found, never listed: a new subfolder can't be missing from the wheel.
"""

from setuptools import find_packages, setup

engine = find_packages(include=["mjcompanion", "mjcompanion.*"])
window = ["mjcompanion.ui", *(f"mjcompanion.ui.{name}" for name in find_packages("ui"))]
setup(packages=[*engine, *window, "mjcompanion.resources"])
