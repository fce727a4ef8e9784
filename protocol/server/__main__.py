"""`python -m dohyo.protocol.server`: the command `dohyo engine`, without loading the other commands."""

from dohyo.protocol.server.command import main

if __name__ == "__main__":
    main()
