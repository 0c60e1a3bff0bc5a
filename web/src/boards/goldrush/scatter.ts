// Where the cards lie: always the same for a spot, so that nothing about a card shows in it.

export const COLUMNS = "abcdefgh";
export const ROWS = "12345678";

/** The middle of a card in hundredths of the table, and how carelessly it lies: where there is room
 * for more than a phone has, the whole of it is stretched. */
export interface Lie {
  x: number;
  y: number;
  aside: number;
  down: number;
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
  const y = (row + 0.5) * 12.5;
  if (layout === "grid") return { x: (column + 0.5) * 12.5, y, aside: 0, down: 0, turn: 0 };
  return {
    x: ((column + 0.56 + (row % 2 ? 0.42 : -0.02)) / 8.5) * 100,
    y,
    aside: whim(spot, 1) * 1.5,
    down: whim(spot, 2) * 1.4,
    turn: whim(spot, 3) * 11,
  };
}
