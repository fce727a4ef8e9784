"""The table of playing strength: `dohyo strength`, its plan and its report.

Imports the other rooms of tournaments. Start with `command`.
"""
