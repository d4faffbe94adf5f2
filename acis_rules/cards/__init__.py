"""Playing cards, Wonders, Investments and abilities; answering them; drawing."""
