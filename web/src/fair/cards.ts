// The cards of each game before they are shuffled, in the order of docs/fair-deals.md, and which of
// them come into play when: enough to compare what was drawn with what was played.
import type { GolddiggerShown, GolddonkeyShown, GoldrushShown, Moment } from "../protocol";
import type { Stream } from "./promise";

const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);

/** The moment at which a card was not the one that was drawn; nothing if all of them were. */
export function firstOther(
  game: string,
  draws: Stream,
  starter: number | null,
  moments: Moment[],
): number | null {
  const shown = moments.map((moment) => moment.shown);
  const first = shown[0];
  if (!first) return null;
  const starts = starter ?? draws.pick("starter", first.seats);
  if (first.turn !== null && first.turn !== starts) return 0;
  const differs = COMPARED[game]?.(draws, shown as never) ?? -1;
  return differs < 0 ? null : differs;
}

const COMPARED: Record<string, (draws: Stream, shown: never[]) => number> = {
  goldrush: compareGoldrush,
  golddigger: compareGolddigger,
  golddonkey: compareGolddonkey,
};

function compareGoldrush(draws: Stream, shown: GoldrushShown[]): number {
  const deck = ["red", "orange", "green", "blue", "violet"].flatMap((colour) =>
    [2, 2, 3, 3, 4, 4, 5].map((strength) => `${colour} ${strength}`),
  );
  [5, 7, 7, 5].forEach((copies, i) => deck.push(...times(copies, `gold ${i + 1}`)));
  deck.push(...times(5, "dynamite"));
  const order = draws.shuffle("deck", 64);
  const cardAt = (spot: string): string | undefined =>
    deck[order[(Number(spot[1]) - 1) * 8 + spot.charCodeAt(0) - 97] as number];
  return shown.findIndex(({ happened }) =>
    happened.some((event) => event.event === "turned up" && cardAt(event.spot) !== event.card),
  );
}

function compareGolddigger(draws: Stream, shown: GolddiggerShown[]): number {
  const mines = ["badger", "coyote", "eagle", "fox", "moose", "owl"];
  const gold = shown[0]?.gold ?? [];
  const deck = [
    ...mines.flatMap((mine) => times(5, mine)),
    ...times(15, "fool"),
    ...gold.map((bags) => `gold ${bags}`),
  ];
  const drawn = draws.shuffle("deck", 60).map((card) => deck[card] as string);
  const hands = Array.from({ length: shown[0]?.seats ?? 0 }, () => drawn.splice(0, 3));
  return shown.findIndex(({ happened }) =>
    happened.some((event) => {
      const hand = "seat" in event ? hands[event.seat] : undefined;
      if (event.event === "drew") hand?.push(drawn.shift() ?? "");
      if (event.event !== "played") return false;
      const at = hand?.indexOf(event.card) ?? -1;
      if (at >= 0) hand?.splice(at, 1);
      return at < 0;
    }),
  );
}

function compareGolddonkey(draws: Stream, shown: GolddonkeyShown[]): number {
  const first = shown[0];
  if (!first) return -1;
  const colours = ["green", "blue", "violet", "red", "orange", "pink"];
  const kinds = ["donkey", "donkey", "donkey", "3", "3", "4", "5", "6", "7", "8"];
  const given = draws
    .shuffle("donkeys", 6)
    .slice(0, first.seats)
    .map((colour) => `${colours[colour]} donkey`);
  if (given.some((donkey, seat) => first.rows[seat]?.[0] !== donkey)) return 0;
  const deck = (first.seats === 2 ? kinds.slice(1) : kinds).flatMap((kind) =>
    colours.map((colour) => `${colour} ${kind}`),
  );
  for (const donkey of given) deck.splice(deck.indexOf(donkey), 1);
  const drawn = draws.shuffle("deck", deck.length).map((card) => deck[card] as string);
  drawn.splice(0, 2);
  const fits = (cards: string[]): boolean =>
    [...cards].sort().join() === drawn.splice(0, cards.length).sort().join();
  if (!fits(first.offer)) return 0;
  return shown.findIndex(({ happened }) =>
    happened.some((event) => event.event === "refilled" && !fits(event.cards)),
  );
}

/** Whether the page knows the cards of this game. */
export const knows = (game: string): boolean => game in COMPARED;
