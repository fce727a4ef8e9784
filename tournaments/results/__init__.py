"""What came out: which games count, what they add up to, and what that says.

Imports `plan`, `schedule`, `store` and `stats`. Start with `outcome`, where one pass over the games gives all that is
reported; `eligibility` decides which games count, and `verdict` says the result in words.
"""
