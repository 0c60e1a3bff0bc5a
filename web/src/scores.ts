// What each seat's points are made of, read off the table as it lies at the end.
import type { GolddiggerShown, Own, Pile, Shown } from "./protocol";
import { coded, text } from "./text.svelte";

/** One line of the count: what it was for, and the points it brought each seat. */
export interface Line {
  says: string;
  points: (number | null)[];
}

/** The lines that add up to the score. */
export function linesOf(shown: Shown, own: Own): Line[] {
  if (shown.game === "golddigger") return shown.mines.map(mine).filter((line) => line !== null);
  if (own.game === "golddigger") return [];
  return own.game === "goldrush" ? byValue(own.won) : byCards(own.piles);
}

function mine(mine: GolddiggerShown["mines"][number]): Line | null {
  if (!mine.stakes.some(Boolean)) return null;
  return {
    says: text("score.mine", { mine: coded("golddigger.mine", mine.name), n: mine.share }),
    points: mine.stakes.map((stakes) => (stakes ? stakes * mine.share : null)),
  };
}

/** GOLD: so many cards with one nugget, so many with two. */
function byValue(piles: Pile[]): Line[] {
  const values = [...new Set(piles.flatMap((pile) => pile.values ?? []))].sort((a, b) => b - a);
  return values.map((n) => ({
    says: text("score.nuggets", { n }),
    points: piles.map((pile) => sum((pile.values ?? []).filter((value) => value === n)) || null),
  }));
}

/** Gold!: the cards of the score pile by their value. */
function byCards(piles: Pile[]): Line[] {
  const values = [...new Set(piles.flatMap((pile) => pile.values ?? []))].sort((a, b) => b - a);
  return values.map((n) => ({
    says: text(n < 0 ? "score.donkeys" : "score.gold", { n }),
    points: piles.map((pile) => sum((pile.values ?? []).filter((value) => value === n)) || null),
  }));
}

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
