// The bytes of a fair deal, as docs/fair-deals.md writes them down.
import type { DealShown, TableShown } from "../protocol";
import { fromHex, hmac, joined, sha256, toHex } from "./sha256";

type Field = string | Uint8Array;

/** The seven texts that are settled before a deal. */
export type Terms = [
  table: string,
  game: string,
  rules: string,
  options: string,
  number: string,
  attempt: string,
  starter: string,
];

/** The terms of the deal that is on its way, or of the game that is on. */
export function termsOf(table: TableShown, deal: DealShown): Terms {
  const options = Object.entries(table.options).map(([name, value]) => `${name}=${value}`);
  return [
    deal.table,
    table.game,
    String(table.rules),
    options.join(" "),
    String(deal.number),
    String(deal.attempt),
    deal.starter === null ? "drawn" : `seat ${deal.starter + 1}`,
  ];
}

/** The fields one after another, each behind its length: no two lists give the same bytes. */
export function pack(...fields: Field[]): Uint8Array {
  const parts = fields.flatMap((field) => {
    const bytes = typeof field === "string" ? new TextEncoder().encode(field) : field;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return [length, bytes];
  });
  return joined(...parts);
}

export const hash = (...fields: Field[]): string => toHex(sha256(pack(...fields)));

/** The server's commitment to its secret. */
export const commitment = (terms: Terms, secret: string): string =>
  hash("motherlode commitment 1", ...terms, fromHex(secret));

/** A device's commitment to its nonce, for its place in the list, counted from 0. */
export const nonceCommitment = (terms: Terms, place: number, nonce: string): string =>
  hash("motherlode nonce 1", ...terms, String(place + 1), fromHex(nonce));

/** Who is in, as one hash. */
export const rollOf = (terms: Terms, committed: string, devices: string[]): string =>
  hash("motherlode roll 1", ...terms, committed, ...devices);

/** What all draws of a deal are made with. */
export const streamKey = (terms: Terms, secret: string, nonces: string[]): Uint8Array =>
  hmac(fromHex(secret), pack("motherlode stream 1", ...terms, ...nonces.map(fromHex)));

/** A nonce of our own: 256 bits that nobody can know. */
export const newNonce = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** The draws of a deal: every label has numbers of its own. */
export class Stream {
  constructor(private key: Uint8Array) {}

  /** A number from 0 to n - 1. */
  pick(label: string, n: number): number {
    return below(n, this.words(label));
  }

  /** The numbers from 0 to n - 1, in the order that was drawn. */
  shuffle(label: string, n: number): number[] {
    const words = this.words(label);
    const order = Array.from({ length: n }, (_, i) => i);
    for (let last = n - 1; last > 0; last--) {
      const other = below(last + 1, words);
      [order[last], order[other]] = [order[other] as number, order[last] as number];
    }
    return order;
  }

  private *words(label: string): Generator<number, never> {
    for (let block = 0; ; block++) {
      const bytes = hmac(this.key, pack("motherlode draw 1", label, String(block)));
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < 32; i += 4) yield view.getUint32(i);
    }
  }
}

function below(n: number, words: Generator<number, never>): number {
  const fair = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = words.next().value;
    if (word < fair) return word % n;
  }
}
