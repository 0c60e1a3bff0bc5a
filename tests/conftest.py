"""How Hypothesis searches: without a stopwatch, and in the same way every time where it counts."""

import os

from hypothesis import settings

# Compiling a rule, or a busy machine, makes a single example slow; that is no failure.
settings.register_profile("here", deadline=None)
# A change is judged by its own merits, not by what chance found in the tests this time.
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")
