// Opening tables from the front page.
import { keepKey } from "./keys";
import type { GameId } from "./board";
import type { GameOffered, OpenTable, SeatWanted } from "./protocol";
import { go } from "./route.svelte";
import * as server from "./server";
import { settings, THINKING } from "./settings.svelte";
import { text } from "./text.svelte";

/** What is passed on to the page of a table that was just opened. */
export interface Arrival {
  deal?: boolean;
}

/** Open a table and go there; with *deal*, play begins at once. */
export async function openTable(
  game: GameOffered,
  wanted: Omit<OpenTable, "game">,
  deal = false,
): Promise<void> {
  const welcome = await server.open({
    game: game.id,
    thinking: THINKING[settings.pace],
    ...wanted,
  });
  keepKey(welcome.table, welcome.key, game.id as GameId);
  const arrival: Arrival = { deal };
  go(`/t/${welcome.table}`, arrival);
}

/** What whoever sits here is called, where nobody has asked. */
export const ownName = (): string => settings.name || text("you");

/** Two machines, one of them a little weaker: three at a table are the best company. */
const company = (level: number): SeatWanted[] => [{ level: Math.max(1, level - 1) }, { level }];

/** One click, and a game with machines begins. */
export const playNow = (game: GameOffered): Promise<void> =>
  openTable(game, { seats: [{ name: ownName() }, ...company(settings.level)], pace: 0 }, true);
