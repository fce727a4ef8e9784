"""What came out: which games count, what they add up to, and what that says.

Imports `plan`, `schedule`, `store` and `stats`. Start with `outcome`, then `counts` and `eligibility`; `verdict` says
it in words.
"""
