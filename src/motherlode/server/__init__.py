"""The table server: games for people at different places, kept safe and kept secret."""
