"""The client side of the protocol: drives any engine as a process, or this project's own in the same process.

Imports `language`, and of `server` what the in-process engine needs. Start with `client` (what a runner uses), then
`engine_process` (one engine and its faults) and `transport` (the subprocess).
"""
