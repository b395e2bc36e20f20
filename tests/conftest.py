"""Settings of the whole suite."""

from hypothesis import HealthCheck, settings

# Under load an example may take long once: time is measured in perf/, not in tests.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
