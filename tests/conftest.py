"""What all tests share."""

from hypothesis import settings

# Every run of the suite tries the same inputs; `make fuzz` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile("default")
