"""Hypothesis profiles: HYPOTHESIS_PROFILE is `default`, `ci` or `thorough`.

In CI (where the variable CI is set) every run uses the same examples, so that results do not depend
on chance.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    max_examples=60,
    deadline=None,  # a slow machine is not a failure
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2_000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default")
)
