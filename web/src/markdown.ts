// The little Markdown our rulebooks are written in, as blocks to be drawn: never as HTML.

export interface Span {
  text: string;
  kind: "plain" | "strong" | "code";
}
export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "ours"; spans: Span[] };

/** The blocks of a text. */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n\s*\n/)
    .flatMap((part) => splitHeading(part.trim()))
    .filter(Boolean)
    .map(blockOf);
}

/** A heading may stand right above its text. */
function splitHeading(part: string): string[] {
  const [, heading, rest] = /^(#+ .*)\n([^]*)$/.exec(part) ?? [];
  return heading ? [heading, rest ?? ""] : [part];
}

function blockOf(part: string): Block {
  const [, marks, heading] = /^(#+) (.*)$/.exec(part) ?? [];
  if (marks) return { kind: "heading", level: marks.length, spans: spansOf(heading ?? "") };
  if (part.startsWith(">")) return { kind: "ours", spans: spansOf(part.replace(/^> ?/gm, "")) };
  if (/^(- |\d+\. )/.test(part)) {
    const items = part.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(- |\d+\. )/, ""));
    return { kind: "list", ordered: !part.startsWith("-"), items: items.map(spansOf) };
  }
  return { kind: "paragraph", spans: spansOf(part) };
}

function spansOf(text: string): Span[] {
  return text
    .replace(/\s*\n\s*/g, " ")
    .split(/(\*\*.+?\*\*|`.+?`)/)
    .filter(Boolean)
    .map((piece) => {
      if (piece.startsWith("**")) return { kind: "strong", text: piece.slice(2, -2) };
      if (piece.startsWith("`")) return { kind: "code", text: piece.slice(1, -1) };
      return { kind: "plain", text: piece };
    });
}
