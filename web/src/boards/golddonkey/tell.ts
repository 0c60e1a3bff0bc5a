// What happens in Gold!, told.
import { listed, text } from "../../text.svelte";
import type { GolddonkeyEvents, GolddonkeyShown, Shown } from "../../protocol";
import { said, type Company } from "../said";
import { addedUp, colourOf, isDonkey, printed } from "./cards";

/** A colour by name. */
export const colourText = (colour: string): string =>
  text(`golddonkey.colour.${colour}` as "golddonkey.colour.red");

/** A card in a sentence: "the red 7", "the blue donkey". */
export const cardText = (card: string): string =>
  isDonkey(card)
    ? text(`golddonkey.donkey.${colourOf(card)}` as "golddonkey.donkey.red")
    : text("golddonkey.card", { colour: colourText(colourOf(card)), n: printed(card) });

/** What happened, a sentence each. */
export function tell(events: GolddonkeyEvents[], company: Company): string[] {
  return events.map((event) => {
    switch (event.event) {
      case "took":
        return said("golddonkey.told.took", event.seat, company, { card: cardText(event.card) });
      case "swapped":
        return said("golddonkey.told.swapped", event.seat, company, {
          gave: cardText(event.gave),
          took: cardText(event.took),
        });
      case "took bonus":
        return event.rival === company.you
          ? said("golddonkey.told.robbed", event.seat, company, { card: cardText(event.card) })
          : said("golddonkey.told.took bonus", event.seat, company, {
              card: cardText(event.card),
              rival: company.names[event.rival] ?? "",
            });
      case "no bonus":
        return said("golddonkey.told.no bonus", event.seat, company);
      case "may take bonus":
        return said("golddonkey.told.may take bonus", event.seat, company);
      case "scored set":
        return said("golddonkey.told.scored set", event.seat, company, {
          colour: colourText(colourOf(event.cards[0] ?? "")),
          sum: addedUp(event.cards),
        });
      case "refilled":
        return text(event.grand_final ? "golddonkey.told.grand final" : "golddonkey.told.refilled");
      case "scored colour": {
        const savers = event.kept.flatMap((card, seat) =>
          card ? [`${company.names[seat]} (${printed(card)})`] : [],
        );
        const colour = colourText(event.colour);
        return savers.length
          ? text("golddonkey.told.scored colour", { colour, savers: listed(savers) })
          : text("golddonkey.told.scored nothing", { colour });
      }
    }
  });
}

/** What may be kept of a moment: all of it. */
export const lasting = (shown: Shown, company: Company): string[] =>
  tell((shown as GolddonkeyShown).happened, company);
