"""What all tests share: property tests try the same examples on every machine, and take the time they need."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("house")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
