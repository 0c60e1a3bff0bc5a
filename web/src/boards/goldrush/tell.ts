// What happens in GOLD, told.  Two ways: what is said while the cards lie open, and what may be kept
// when they lie face down again, which names no card that was turned back.
import { text } from "../../text.svelte";
import type { GoldrushEvents, GoldrushShown, Shown } from "../../protocol";
import { said, type Company } from "../said";

/** A card in a sentence: "the red 4", "3 nuggets". */
export function cardText(card: string): string {
  const [kind, number] = card.split(" ") as [string, string?];
  if (kind === "dynamite") return text("goldrush.card.dynamite");
  if (kind === "gold") return text("goldrush.card.gold", { n: Number(number) });
  return text("goldrush.card.digger", { colour: colourText(kind), n: number ?? "" });
}

/** A colour by name. */
export const colourText = (colour: string): string =>
  text(`goldrush.colour.${colour}` as "goldrush.colour.red");

/** Why the Gold Rush begins. */
export const rushText = (reason: string): string =>
  text(`goldrush.rush.${reason}` as "goldrush.rush.few left");

/** What happened, with the cards that lie open now. */
export function tell(
  events: GoldrushEvents[],
  up: Record<string, string>,
  company: Company,
): string[] {
  const card = (spot: string): string => cardText(up[spot] ?? "");
  return events.map((event) => {
    switch (event.event) {
      case "turned up":
        return said("goldrush.told.turned up", event.seat, company, {
          card: cardText(event.card),
          spot: event.spot,
        });
      case "nothing happened":
        return text("goldrush.told.nothing happened");
      case "carried":
        return said("goldrush.told.carried", event.seat, company, {
          digger: card(event.digger),
          gold: card(event.gold),
        });
      case "duelled":
        return text("goldrush.told.duelled", {
          stays: card(event.stays),
          leaves: card(event.leaves),
        });
      case "blasted":
        return text("goldrush.told.blasted");
      case "taken":
        return said("goldrush.told.taken", event.seat, company);
      case "cleared":
        return text("goldrush.told.cleared");
      case "gold rush":
        return text("goldrush.told.gold rush", { reason: rushText(event.reason) });
    }
  });
}

/** What may be kept of a moment: who did something and what came of it, but no card. */
export function lasting(shown: Shown, company: Company): string[] {
  return (shown as GoldrushShown).happened.flatMap((event) => {
    switch (event.event) {
      case "turned up":
        return [];
      case "nothing happened":
        return [text("goldrush.kept.nothing happened")];
      case "carried":
        return [said("goldrush.kept.carried", event.seat, company)];
      case "duelled":
        return [text("goldrush.kept.duelled")];
      case "taken":
        return [said("goldrush.kept.taken", event.seat, company)];
      case "blasted":
        return [text("goldrush.told.blasted")];
      case "cleared":
        return [text("goldrush.kept.cleared")];
      case "gold rush":
        return [text("goldrush.told.gold rush", { reason: rushText(event.reason) })];
    }
  });
}
