// What happens in GOLD DIGGER, told.
import { text } from "../../text.svelte";
import type { GolddiggerEvents, GolddiggerShown, Shown } from "../../protocol";
import { said, type Company } from "../said";

/** A mine by name. */
export const mineText = (mine: string): string =>
  text(`golddigger.mine.${mine}` as "golddigger.mine.fox");

/** Bags of gold on a card, or fool's gold. */
export const oreText = (bags: number): string =>
  bags ? text("golddigger.card.gold", { n: bags }) : text("golddigger.card.fool");

/** The bags on a card of ore; nothing for a person. */
export function bagsOn(card: string): number | null {
  if (card === "fool") return 0;
  return card.startsWith("gold ") ? Number(card.slice(5)) : null;
}

/** A card by name. */
export function cardText(card: string): string {
  const bags = bagsOn(card);
  return bags === null ? text("golddigger.card.person", { mine: mineText(card) }) : oreText(bags);
}

/** A move in one or two sentences; drawing is not worth one. */
export function tell(events: GolddiggerEvents[], company: Company): string[] {
  return events.flatMap((event) => {
    switch (event.event) {
      case "played": {
        const mine = mineText(event.mine);
        const bags = bagsOn(event.card);
        return bags === null
          ? [said("golddigger.told.person", event.seat, company, { mine })]
          : [said("golddigger.told.ore", event.seat, company, { mine, ore: oreText(bags) })];
      }
      case "staked":
        return [
          said("golddigger.told.staked", event.seat, company, { mine: mineText(event.mine) }),
        ];
      case "drew":
        return [];
    }
  });
}

/** What may be kept of a moment: all of it. */
export const lasting = (shown: Shown, company: Company): string[] =>
  tell((shown as GolddiggerShown).happened, company);
