// Cards of Gold! as the server writes them: "red donkey", "blue 6".

/** In the order rows are sorted by. */
export const COLOURS = ["green", "blue", "violet", "red", "orange", "pink"] as const;

export const colourOf = (card: string): string => card.split(" ")[0] ?? "";
export const isDonkey = (card: string): boolean => card.endsWith("donkey");

/** What is printed on a card; the minus is a real one. */
export const printed = (card: string): string =>
  isDonkey(card) ? "−2" : (card.split(" ")[1] ?? "");

const valueOf = (card: string): number => (isDonkey(card) ? -2 : Number(card.split(" ")[1]));

/** A sum and how it came about: "4 + 7 − 2 = 9". */
export function addedUp(cards: string[]): string {
  const values = cards.map(valueOf).sort((a, b) => b - a);
  const sum = values.reduce((total, value) => total + value, 0);
  const terms = values
    .map((value, i) => (i ? (value < 0 ? ` − ${-value}` : ` + ${value}`) : signed(value)))
    .join("");
  return values.length > 1 ? `${terms} = ${signed(sum)}` : terms;
}

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `${value}`);

/** The same cards with one of these left out. */
export function without(cards: string[], card: string): string[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}
