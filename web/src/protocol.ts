// What goes over the wire, as src/motherlode/server/protocol.py and commands.py say it.

export type Phase = "gathering" | "committing" | "opening" | "playing" | "over" | "closed";

export interface SeatShown {
  name: string;
  person: boolean;
  level: number | null;
  away: boolean;
  host: boolean;
  muted: boolean;
  claimed: boolean;
}

export interface DealShown {
  table: string;
  number: number;
  of: number;
  attempt: number;
  starter: number | null;
  commitment: string;
  devices: string[];
  nonces: (string | null)[];
  roll: string;
  secret: string | null;
}

export interface MatchShown {
  games: number;
  scores: number[][];
  totals: number[];
  winners: number[];
}

export interface TalkShown {
  number: number;
  at: number;
  seat: number;
  phrase: string | null;
  text: string | null;
}

export interface TableShown {
  id: string;
  game: GameId;
  rules: number;
  options: Record<string, string>;
  phase: Phase;
  phase_ends: number | null;
  seats: SeatShown[];
  pace: number;
  by_the_day: boolean;
  showing: number;
  match: boolean;
  listed: boolean;
  chat: boolean;
  paused: boolean;
  deal: DealShown | null;
  standing: MatchShown | null;
  end_wishes: number[];
  talk: TalkShown[];
}

export interface You {
  device: number | null;
  seats: number[];
  host: boolean;
  looking: number | null;
  place: number | null;
  awaited: boolean;
}

export interface Update {
  is: "update";
  number: number;
  now: number;
  re: number[];
  played: number;
  head: string;
  turn_from: number;
  turn_ends: number | null;
  table?: TableShown;
  you?: You;
  shown?: Shown | null;
  own?: Own | null;
}

export interface Refusal {
  is: "refused";
  re: number;
  why: string;
  number?: number;
}

export interface Trouble {
  is: "trouble";
  code: string;
}

export interface Pong {
  is: "pong";
  re: number;
  now: number;
}

export type FromServer = Update | Refusal | Trouble | Pong;

export type Ask =
  | { do: "hello"; table: string; key?: string | null; version?: number }
  | { do: "look"; seat: number | null }
  | { do: "ping" }
  | { do: "move"; seat: number; move: string; after: number }
  | { do: "deal" }
  | { do: "commit"; place: number; commits: string }
  | { do: "open"; nonce: string }
  | { do: "wish end"; seat: number; wishes: boolean }
  | { do: "sit"; name: string; seat?: number | null }
  | { do: "stand"; seat: number }
  | { do: "rename"; seat: number; name: string }
  | { do: "back" }
  | { do: "claim"; seat: number }
  | { do: "machine"; seat: number; level: number }
  | { do: "remove"; seat: number }
  | { do: "hand over"; seat: number }
  | { do: "pause" }
  | { do: "resume" }
  | { do: "close" }
  | { do: "grant"; seat: number }
  | { do: "decline"; seat: number }
  | { do: "mute"; seat: number; muted: boolean }
  | { do: "say"; seat: number; phrase: string }
  | { do: "write"; seat: number; text: string }
  | { do: "report"; seat: number; reason: string };

export interface SeatWanted {
  name?: string;
  level?: number;
}

export interface OpenTable {
  game: GameId;
  options?: Record<string, string>;
  seats?: SeatWanted[];
  pace?: number;
  by_the_day?: boolean;
  showing?: number;
  thinking?: number;
  match?: boolean;
  listed?: boolean;
  chat?: boolean;
}

export interface Welcome {
  table: string;
  key: string;
  device: number;
  seats: number[];
}

export interface SitDown {
  name?: string;
  seat?: number;
  claim?: boolean;
}

export interface Problem {
  code: string;
  detail?: unknown;
}

export interface TableListed {
  id: string;
  game: GameId;
  seats: number;
  free: number;
  opened_at: number;
}

export interface GameOffered {
  id: GameId;
  title: string;
  designer: string;
  publisher: string;
  seats: number[];
  minutes: number;
  age: number;
  live_only: boolean;
  match_is_printed: boolean;
  levels: { number: number; name: string }[];
  options: Record<string, string>;
}

export interface Offer {
  version: number;
  games: GameOffered[];
  phrases: string[];
}

// --- The games ------------------------------------------------------------------------------------

export type GameId = "goldrush" | "golddigger" | "golddonkey";

export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
  decided_by: "points" | "cards" | "shared";
}

export interface Pile {
  cards: number;
  values: number[] | null;
}

export interface Choice<Event = unknown> {
  move: string;
  does: Event[];
}

/** What all see of a game: each board knows the rest of its own game's fields. */
export interface Shown {
  game?: GameId;
  seats: number;
  turn: number | null;
  happened: { event: string }[];
  outcome: Outcome | null;
}

/** What only the seat looked from sees. */
export interface Own {
  you: number | null;
  moves: Choice[];
}

/** One moment of a finished game. */
export interface Moment {
  shown: Shown;
  own: Own;
}
