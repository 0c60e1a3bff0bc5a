// What this browser keeps between visits. Where it refuses to, things last as long as the page.

const memory = new Map<string, string>();

/** What was kept under a name, or something else. */
export function kept<T>(name: string, otherwise: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(`motherlode.${name}`);
  } catch {
    text = memory.get(name);
  }
  if (!text) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/** Keep something under a name; nothing forgets it. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    if (value === undefined) localStorage.removeItem(`motherlode.${name}`);
    else localStorage.setItem(`motherlode.${name}`, text);
  } catch {
    memory.set(name, text);
  }
}
