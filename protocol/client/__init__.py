"""The client side of the protocol: drives any engine as a process, or this project's own in the same process.

Imports `language`; `own_engine` and `local`, which are about this project's engine, also import `server`. Start with
`client` (what a runner uses), then `engine_process` (one engine and its faults) and `transport` (the subprocess).
"""
