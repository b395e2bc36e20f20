"""Settings of the whole suite."""

import signal

from hypothesis import HealthCheck, settings

# Under load one example may take long: time is measured in perf/, not in tests.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

# A shell's background job (`make test &`) ignores SIGINT, and so would every process that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
