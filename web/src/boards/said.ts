// Sentences about somebody at the table, who may be the one who reads them.
import { text, type Key, type Values } from "../text.svelte";

/** Texts with a form of their own for "you": `told` and `told.you`. */
export type Told = { [K in Key]: `${K}.you` extends Key ? K : never }[Key];

/** Those around a table, as the one who reads names them. */
export interface Company {
  names: string[];
  you: number | null;
}

/** A sentence about a seat: "Ann takes …", or "You take …". */
export function said(
  key: Told,
  seat: number,
  { names, you }: Company,
  values: Values = {},
): string {
  const form = seat === you ? (`${key}.you` as Key) : key;
  return text(form, { name: names[seat] ?? "", ...values });
}
