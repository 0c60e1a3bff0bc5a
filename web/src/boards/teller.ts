// How moves are told, for whoever keeps a list of them.
import type { GameId } from "../board";
import type { Shown } from "../protocol";
import type { Company } from "./said";

/** What may be kept of a moment, a sentence each; in GOLD that names no card. */
export type Teller = (shown: Shown, company: Company) => string[];

const TELLERS = import.meta.glob<Teller>("./*/tell.ts", { import: "lasting" });

/** How a game's moves are told, loaded when it is first wanted. */
export async function tellerOf(game: GameId): Promise<Teller> {
  return (await TELLERS[`./${game}/tell.ts`]?.()) ?? (() => []);
}
