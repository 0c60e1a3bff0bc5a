"""The three games told a second time, slowly, for the tests to compare against."""
