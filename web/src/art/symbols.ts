/** The colours of cards, each with a symbol that no other has. */
export const SYMBOLS: Record<string, string> = {
  // a star, a ring, a clover, a drop, a crystal, a heart
  red: "M12 1.2l3.1 7 7.6.7-5.7 5.1 1.7 7.5-6.7-3.9-6.7 3.9L7 14 1.3 8.9l7.6-.7z",
  orange:
    "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 6.2a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6z",
  green:
    "M12 1.4a5.2 5.2 0 0 1 4.7 7.4 5.2 5.2 0 1 1-3.3 9.2l1.2 4.9H9.4l1.2-4.9a5.2 5.2 0 1 1-3.3-9.2A5.2 5.2 0 0 1 12 1.4z",
  blue: "M12 .8c3.9 5.3 8 9.3 8 14.3a8 8 0 0 1-16 0C4 10.1 8.1 6.1 12 .8z",
  violet: "M12 .6 20 12l-8 11.4L4 12z",
  pink: "M12 22C4.2 16 1.2 12 1.2 8A5.6 5.6 0 0 1 12 5.7 5.6 5.6 0 0 1 22.8 8c0 4-3 8-10.8 14z",
};
