"""Measurements, side by side in one run and told as ratios; `./run bench` runs them all."""
