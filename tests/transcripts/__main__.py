"""``make transcripts``: write all games anew."""

from tests.transcripts import GAMES, file_of, transcript

for name in GAMES:
    file_of(name).write_text(transcript(name), "utf-8")
