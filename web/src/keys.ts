// The keys of this browser to its seats: who has the key has the seat.
import { keep, kept } from "./keep";
import type { GameId } from "./board";

export interface Seated {
  key: string;
  game?: GameId;
  at: number;
}

const MOST_TABLES = 30;
const KEY = /^#([A-Za-z0-9_-]{32})$/;

/** The tables of this browser, the latest first. */
export function tables(): [table: string, seated: Seated][] {
  return Object.entries(kept<Record<string, Seated>>("tables", {})).sort(
    ([, a], [, b]) => b.at - a.at,
  );
}

/** The key to a table, if this browser has one. */
export const keyTo = (table: string): string | null =>
  kept<Record<string, Seated>>("tables", {})[table]?.key ?? null;

/** Keep the key to a table. */
export function keepKey(table: string, key: string, game?: GameId): void {
  const others = tables().filter(([name]) => name !== table);
  const all = [[table, { key, game, at: Date.now() }], ...others].slice(0, MOST_TABLES);
  keep("tables", Object.fromEntries(all));
}

/** Forget a table. */
export function forgetTable(table: string): void {
  keep("tables", Object.fromEntries(tables().filter(([name]) => name !== table)));
  keep(`deals.${table}`, undefined);
}

/** The key in a personal link; it is taken out of the address, which people copy and share. */
export function keyInAddress(): string | null {
  const key = KEY.exec(location.hash)?.[1] ?? null;
  if (key) history.replaceState(history.state, "", location.pathname);
  return key;
}
