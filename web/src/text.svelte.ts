// The words of the page. They stand in the catalogues of the Python package, which the terminal
// reads too; nothing else in the client is a sentence.
import type en from "../../src/motherlode/catalogue/en.json";

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
export type Language = "en" | "de";

type Entry = string | { one: string; other: string };
type Catalogue = Record<string, Entry>;

export const LANGUAGES: readonly Language[] = ["en", "de"];

const READ: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("../../src/motherlode/catalogue/en.json"),
  de: () => import("../../src/motherlode/catalogue/de.json"),
};

let language: Language = $state("en");
let catalogue: Catalogue = $state.raw({});

/** The language the page speaks now. */
export const spoken = (): Language => language;

/** Let the page speak another language. */
export async function speak(wanted: Language): Promise<void> {
  catalogue = (await READ[wanted]()).default as Catalogue;
  language = wanted;
  document.documentElement.lang = wanted;
}

/** A text of the catalogue, with its `{blanks}` filled in; `n` decides between one and many. */
export function text(key: Key, values: Values = {}): string {
  return filled(catalogue[key] ?? key, values);
}

/** The text of a code from the server: `coded("why", "not now")`; an unknown code says itself. */
export function coded(kind: string, code: string, values: Values = {}): string {
  return filled(catalogue[`${kind}.${code}`] ?? code, values);
}

/** Whether the catalogue has a text for this code. */
export const isCoded = (kind: string, code: string): boolean => `${kind}.${code}` in catalogue;

function filled(entry: Entry, values: Values): string {
  const pattern = typeof entry === "string" ? entry : values.n === 1 ? entry.one : entry.other;
  return pattern.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));
}

/** Names one after another: "Ann, Ben and Cem". */
export const listed = (names: string[]): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names);
