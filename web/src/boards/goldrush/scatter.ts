// Where the cards lie: always the same for a spot, so that nothing about a card shows in it.

export const COLUMNS = "abcdefgh";
export const ROWS = "12345678";

/** The middle of a card in hundredths of the table, and how many degrees it is turned. */
export interface Lie {
  x: number;
  y: number;
  turn: number;
}

/** A number from -1 to 1 that belongs to a spot. */
function whim(spot: string, salt: number): number {
  let h = salt * 374761393;
  for (const letter of spot) h = Math.imul(h ^ letter.charCodeAt(0), 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** How the card at a spot lies: in its place of the grid, or carelessly near it. */
export function lie(spot: string, layout: string): Lie {
  const column = COLUMNS.indexOf(spot.charAt(0));
  const row = ROWS.indexOf(spot.charAt(1));
  if (layout === "grid") return { x: (column + 0.5) * 12.5, y: (row + 0.5) * 12.5, turn: 0 };
  const aside = row % 2 ? 0.42 : -0.02;
  return {
    x: ((column + 0.56 + aside + whim(spot, 1) * 0.13) / 8.5) * 100,
    y: (row + 0.5 + whim(spot, 2) * 0.11) * 12.5,
    turn: whim(spot, 3) * 11,
  };
}
