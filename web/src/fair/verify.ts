// Whether a deal was fair, found out here in the page: nothing the server says is taken on trust
// that can be calculated again.
import type { Moment } from "../protocol";
import { firstOther, knows } from "./cards";
import type { Kept } from "./device";
import {
  commitment,
  hash,
  nonceCommitment,
  rollOf,
  Stream,
  streamKey,
  type Terms,
} from "./promise";

export type Result = "proved" | "consistent" | "wrong" | "nothing to verify";

export interface Check {
  what: "commitment" | "own nonce" | "nonces" | "roll" | "log" | "secret" | "cards";
  /** Nothing where there is nothing to compare with. */
  fits: boolean | null;
}

export interface Verdict {
  result: Result;
  checks: Check[];
  /** Deals of this game that came to nothing before it. */
  aborted: number;
}

/** A game as it stands in a record. */
export interface Paper {
  terms: Terms;
  seats: number;
  commitment: string;
  devices: string[];
  nonces: string[];
  secret: string | null;
  heads: string[];
}

const FIRST_LINE = "motherlode record 1\n";

/** The games of a record that were promised. */
export function readRecord(text: string): Paper[] {
  return text
    .split(FIRST_LINE)
    .filter((part) => /^commitment/m.test(part))
    .map(readGame);
}

function readGame(text: string): Paper {
  const [, header = "", rest = ""] = /^\n([^]*?)\n\n([^]*)$/.exec(text) ?? [];
  const pairs = header
    .split("\n")
    .map((line) => [line.slice(0, 12).trim(), line.slice(12)] as const);
  const value = (key: string): string => pairs.find(([name]) => name === key)?.[1] ?? "";
  const all = (kind: string): string[] =>
    pairs.filter(([name]) => name.startsWith(`${kind} `)).map(([, text]) => text);
  const moves = [...rest.matchAll(/^ *(\d+) {2}[0-9a-f]{8} {2}seat (\d) {2}(.+)$/gm)];
  const heads = [hash("motherlode record 1", ...pairs.flat())];
  for (const [, number = "", seat = "", move = ""] of moves)
    heads.push(hash("motherlode move 1", heads.at(-1) ?? "", number, seat, move));
  return {
    terms: [
      value("table"),
      value("game"),
      value("rules"),
      value("options"),
      value("number").split(" ")[0] ?? "",
      value("attempt"),
      value("starter"),
    ],
    seats: [...rest.matchAll(/^seat \d/gm)].length,
    commitment: value("commitment"),
    devices: all("device"),
    nonces: all("nonce"),
    secret: /^secret +([0-9a-f]{64})$/m.exec(rest)?.[1] ?? null,
    heads,
  };
}

/** Hold a finished game against itself, against what was kept of it, and against what was seen. */
export function verify(paper: Paper, kept: Kept | null, moments: Moment[]): Verdict {
  const aborted = Number(paper.terms[5]) - 1;
  if (paper.secret === null) return { result: "nothing to verify", checks: [], aborted };
  const checks = checked(paper, paper.secret, kept, moments);
  const result = checks.some((check) => check.fits === false)
    ? "wrong"
    : checks.every((check) => check.fits)
      ? "proved"
      : "consistent";
  return { result, checks, aborted };
}

function checked(paper: Paper, secret: string, kept: Kept | null, moments: Moment[]): Check[] {
  const { terms, devices, nonces, heads } = paper;
  const roll = rollOf(terms, paper.commitment, devices);
  const fit = (mine: string | undefined, theirs: string | undefined): boolean | null =>
    mine === undefined ? null : mine === theirs;
  return [
    { what: "commitment", fits: fit(kept?.commitment, paper.commitment) },
    { what: "own nonce", fits: ownNonceFits(paper, kept) },
    { what: "roll", fits: fit(kept?.roll, roll) },
    { what: "log", fits: kept?.head === undefined ? null : heads.includes(kept.head) },
    { what: "nonces", fits: noncesFit(terms, devices, nonces) },
    { what: "secret", fits: commitment(terms, secret) === paper.commitment },
    { what: "cards", fits: cardsFit(paper, secret, moments) },
  ];
}

function ownNonceFits(paper: Paper, kept: Kept | null): boolean | null {
  if (kept?.device === undefined || kept.nonce === undefined) return null;
  return (
    paper.nonces[kept.device] === kept.nonce &&
    paper.devices[kept.device] === nonceCommitment(paper.terms, kept.device, kept.nonce)
  );
}

function noncesFit(terms: Terms, devices: string[], nonces: string[]): boolean {
  const isOpen = nonces.length === devices.length && new Set(nonces).size === nonces.length;
  return isOpen && devices.every((one, i) => one === nonceCommitment(terms, i, nonces[i] ?? ""));
}

function cardsFit(paper: Paper, secret: string, moments: Moment[]): boolean | null {
  const game = paper.terms[1];
  if (!moments.length || !knows(game)) return null;
  const starter = paper.terms[6] === "drawn" ? null : Number(paper.terms[6].slice(5)) - 1;
  const draws = new Stream(streamKey(paper.terms, secret, paper.nonces));
  return firstOther(game, draws, starter, moments) === null;
}
