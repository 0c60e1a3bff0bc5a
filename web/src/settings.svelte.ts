// How the person at this browser likes it. Good defaults: most people never come here.
import { keep, kept } from "./keep";
import { LANGUAGES, speak, type Language } from "./text.svelte";

export type Theme = "light" | "dark";
export type Pace = "slow" | "usual" | "quick";

interface Settings {
  language: Language;
  theme: Theme | null; // as the device has it
  sound: boolean;
  buzz: boolean;
  notify: boolean;
  still: boolean; // no animation, whatever the device says
  list: boolean; // all moves as a list, beside the board
  pace: Pace; // of machines
  level: number;
  name: string;
}

const spokenHere = navigator.languages
  .map((tag) => tag.slice(0, 2).toLowerCase())
  .find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag));

const USUAL: Settings = {
  language: spokenHere ?? "en",
  theme: null,
  sound: false,
  buzz: true,
  notify: false,
  still: false,
  list: false,
  pace: "usual",
  level: 2,
  name: "",
};

export const settings: Settings = $state({ ...USUAL, ...kept<Partial<Settings>>("settings", {}) });

/** How many milliseconds a machine waits before it moves. */
export const THINKING: Record<Pace, number> = { slow: 2500, usual: 1200, quick: 400 };

/** Change a setting, for good. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  keep("settings", settings);
  show();
}

/** Speak another language, for good. */
export async function setLanguage(language: Language): Promise<void> {
  await speak(language);
  set("language", language);
}

const darkHere = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
export const isDark = (): boolean =>
  (settings.theme ?? (darkHere.matches ? "dark" : "light")) === "dark";

/** The other theme; where that is the device's own, the page follows the device again. */
export function toggleTheme(): void {
  const wanted: Theme = isDark() ? "light" : "dark";
  set("theme", wanted === (darkHere.matches ? "dark" : "light") ? null : wanted);
}

/** Whether things may move. */
export const moves = (): boolean =>
  !settings.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let the page look as it is set. */
export function show(): void {
  const { dataset } = document.documentElement;
  if (settings.theme) dataset.theme = settings.theme;
  else delete dataset.theme;
  if (settings.still) dataset.motion = "none";
  else delete dataset.motion;
}
