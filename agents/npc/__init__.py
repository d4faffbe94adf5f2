"""The scripted non-player civilization of the solitaire rules (docs/npc.md)."""
