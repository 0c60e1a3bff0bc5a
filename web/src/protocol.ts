// Made from the Python types in src/motherlode by `make types`, and changed nowhere else.
// docs/protocol.md says what the messages mean.

export const VERSION = 1;

export const LONGEST_NAME = 20;

export const LONGEST_TEXT = 200;

/** What can be said with one tap. */
export const PHRASES = [
  "hello",
  "good luck",
  "well played",
  "thank you",
  "oh no",
  "what luck",
  "gold rush",
  "your turn",
  "one moment",
  "again",
  "good game",
  "goodbye",
] as const;

/** What a table is about at the moment. */
export type Phase =
  | "gathering"
  | "committing"
  | "opening"
  | "playing"
  | "over"
  | "closed"
;

/** Why a command was refused. */
export type Why =
  | "not yours" // the seat belongs to somebody else
  | "not your turn"
  | "late" // it answers a moment that is gone
  | "early" // it answers a moment that has not come
  | "still shown" // turned cards are still up
  | "illegal" // the move is none now; the number says why
  | "no move" // the text is no move of this game
  | "not now"
  | "paused"
  | "closed"
  | "removed" // by the host
  | "host only"
  | "no such seat"
  | "seat taken"
  | "seat empty"
  | "seats empty"
  | "full"
  | "no such level"
  | "bad name"
  | "name taken"
  | "bad text"
  | "no such phrase"
  | "no chat"
  | "muted"
  | "other place" // in the list of devices; commit again for the right one
  | "other nonce" // not the one committed to
  | "no claim"
  | "no key" // spectators only look on
;

/** How a game ended: who won, with what, and why it was over and theirs. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string; // what brought the end about, in the game's own words
  decided_by: string; // "points", "cards" (the tie-break), or "shared"
}

/** Cards a seat has won, face down: all see how many, only their owner what they are. */
export interface Pile {
  cards: number;
  values: number[] | null;
}

/** A legal move, with what it would visibly do as far as that can be told beforehand. */
export interface Choice<E> {
  move: string;
  does: E[];
}

// --- GOLD ----------------------------------------------------------------------------------------

/** A seat turned up a card. */
export interface GoldrushTurnedUp {
  event: "turned up";
  seat: number;
  spot: string;
  card: string;
}

/** The two cards have nothing to do with each other and are turned down again. */
export interface GoldrushNothingHappened {
  event: "nothing happened";
}

/** A digger carried gold out, to `seat`, and is gone. */
export interface GoldrushCarried {
  event: "carried";
  seat: number;
  digger: string;
  gold: string;
}

/** The digger at `stays` drove out the one at `leaves`. */
export interface GoldrushDuelled {
  event: "duelled";
  stays: string;
  leaves: string;
}

/** Dynamite removed both cards. */
export interface GoldrushBlasted {
  event: "blasted";
  spots: string[];
}

/** A seat kept the gold it turned up in the Gold Rush. */
export interface GoldrushTaken {
  event: "taken";
  seat: number;
  spot: string;
}

/** A card that is no gold left the table in the Gold Rush. */
export interface GoldrushCleared {
  event: "cleared";
  spot: string;
}

/** The Gold Rush begins. */
export interface GoldrushGoldRush {
  event: "gold rush";
  reason: string;
}

export interface GoldrushShown {
  game: "goldrush";
  seats: number;
  turn: number | null;
  stage: string;
  layout: string;
  owners: Record<string, number | null>;
  table: string[];
  up: Record<string, string>;
  rush: string | null;
  quiet_turns_left: number | null;
  happened: GoldrushEvents[];
  outcome: Outcome | null;
}

export interface GoldrushOwn {
  game: "goldrush";
  you: number | null;
  won: Pile[];
  moves: Choice<GoldrushEvents>[];
}

/** Something seen to happen in GOLD. */
export type GoldrushEvents =
  | GoldrushTurnedUp
  | GoldrushNothingHappened
  | GoldrushCarried
  | GoldrushDuelled
  | GoldrushBlasted
  | GoldrushTaken
  | GoldrushCleared
  | GoldrushGoldRush;

// --- GOLD DIGGER ---------------------------------------------------------------------------------

/** A seat played a card to a mine. */
export interface GolddiggerPlayed {
  event: "played";
  seat: number;
  card: string;
  mine: string;
}

/** A seat staked a claim. */
export interface GolddiggerStaked {
  event: "staked";
  seat: number;
  mine: string;
}

/** A seat drew a card; which one is its own affair. */
export interface GolddiggerDrew {
  event: "drew";
  seat: number;
}

/** A mine and all that lies at it. */
export interface GolddiggerMine {
  name: string;
  people: number;
  ore: number[]; // bags on the cards, 0 for fool's gold
  bags: number;
  stakes: number[]; // by seat
  share: number; // what it would pay for each of them now
}

export interface GolddiggerShown {
  game: "golddigger";
  seats: number;
  turn: number | null;
  gold: number[]; // the bags on the fifteen gold cards
  gold_is_provisional: boolean;
  mines: GolddiggerMine[];
  hands: number[];
  unplaced: number[];
  pile: number;
  pays: number[]; // what the mines would pay each seat now
  happened: GolddiggerEvents[];
  outcome: Outcome | null;
}

export interface GolddiggerOwn {
  game: "golddigger";
  you: number | null;
  hand: string[];
  moves: Choice<GolddiggerEvents>[];
}

/** Something seen to happen in GOLD DIGGER. */
export type GolddiggerEvents = GolddiggerPlayed | GolddiggerStaked | GolddiggerDrew;

// --- Gold! ---------------------------------------------------------------------------------------

/** A seat took a card from the offer. */
export interface GolddonkeyTook {
  event: "took";
  seat: number;
  card: string;
}

/** A seat gave a card to the offer and took another. */
export interface GolddonkeySwapped {
  event: "swapped";
  seat: number;
  gave: string;
  took: string;
}

/** A seat took a card from the row of a rival. */
export interface GolddonkeyTookBonus {
  event: "took bonus";
  seat: number;
  card: string;
  rival: number;
}

/** A seat took no bonus card. */
export interface GolddonkeyNoBonus {
  event: "no bonus";
  seat: number;
}

/** A seat has a set and chooses a bonus card before it is scored. */
export interface GolddonkeyMayTakeBonus {
  event: "may take bonus";
  seat: number;
}

/** A seat moved a set to its score pile. */
export interface GolddonkeyScoredSet {
  event: "scored set";
  seat: number;
  cards: string[];
}

/** New cards lie on offer; when they are the last ones the Grand Final begins. */
export interface GolddonkeyRefilled {
  event: "refilled";
  cards: string[];
  grand_final: boolean;
}

/** Colour scoring for one colour: each seat's cards, their total, and the card it keeps. */
export interface GolddonkeyScoredColour {
  event: "scored colour";
  colour: string;
  cards: string[][];
  totals: (number | null)[];
  kept: (string | null)[];
}

export interface GolddonkeyShown {
  game: "golddonkey";
  seats: number;
  turn: number | null;
  bonus: boolean; // whether the seat to move chooses a bonus card
  offer: string[];
  rows: string[][]; // once the game is over: what colour scoring discarded
  pile: number;
  grand_final: boolean;
  happened: GolddonkeyEvents[];
  outcome: Outcome | null;
}

export interface GolddonkeyOwn {
  game: "golddonkey";
  you: number | null;
  piles: Pile[];
  moves: Choice<GolddonkeyEvents>[];
}

/** Something seen to happen in Gold!. */
export type GolddonkeyEvents =
  | GolddonkeyTook
  | GolddonkeySwapped
  | GolddonkeyTookBonus
  | GolddonkeyNoBonus
  | GolddonkeyMayTakeBonus
  | GolddonkeyScoredSet
  | GolddonkeyRefilled
  | GolddonkeyScoredColour;

// --- Commands ------------------------------------------------------------------------------------

/** Make a move, as an answer to the moment after so many moves. */
export interface Move {
  do: "move";
  seat: number;
  move: string;
  after: number;
}

/** Deal: the first game, the next one of the match, or a rematch. */
export interface Deal {
  do: "deal";
}

/** Commit to a nonce, made for this place in the list of devices, counted from 0. */
export interface Commit {
  do: "commit";
  place: number;
  commits: string;
}

/** Open the nonce this device committed to. */
export interface OpenNonce {
  do: "open";
  nonce: string;
}

/** Wish that the game ends here, or no longer; it ends when all wish it. */
export interface WishEnd {
  do: "wish end";
  seat: number;
  wishes: boolean;
}

/** Take an empty seat, or the seat of a machine before the game; any, if none is named. */
export interface Sit {
  do: "sit";
  name: string;
  seat?: number | null;
}

/** Leave a seat for good; in a game a machine takes it. */
export interface Stand {
  do: "stand";
  seat: number;
}

/** Be called otherwise. */
export interface Rename {
  do: "rename";
  seat: number;
  name: string;
}

/** Play one's seats again, after a machine stood in. */
export interface Back {
  do: "back";
}

/** Say that a seat is one's own, whose key is lost; the host decides. */
export interface Claim {
  do: "claim";
  seat: number;
}

/** Let a machine of this level take a seat: an empty one, or that of somebody away. */
export interface SeatMachine {
  do: "machine";
  seat: number;
  level: number;
}

/** Remove whoever sits there; in a game a machine takes the seat. */
export interface Remove {
  do: "remove";
  seat: number;
}

/** Let the person at this seat be the host. */
export interface HandOver {
  do: "hand over";
  seat: number;
}

/** Stop the clocks. */
export interface Pause {
  do: "pause";
}

/** Let the clocks run on. */
export interface Resume {
  do: "resume";
}

/** Close the table for good. */
export interface Close {
  do: "close";
}

/** Believe whoever claims this seat. */
export interface Grant {
  do: "grant";
  seat: number;
}

/** Do not believe whoever claims this seat. */
export interface Decline {
  do: "decline";
  seat: number;
}

/** Let nothing be heard from whoever sits there, or hear them again. */
export interface Mute {
  do: "mute";
  seat: number;
  muted: boolean;
}

/** Say one of the quick phrases. */
export interface Say {
  do: "say";
  seat: number;
  phrase: string;
}

/** Write something, where the host lets people write. */
export interface Write {
  do: "write";
  seat: number;
  text: string;
}

/** Report somebody to whoever runs the server. */
export interface Report {
  do: "report";
  seat: number;
  reason: string;
}

/** What somebody at a table may ask for. */
export type Commands =
  | Move
  | Deal
  | Commit
  | OpenNonce
  | WishEnd
  | Sit
  | Stand
  | Rename
  | Back
  | Claim
  | SeatMachine
  | Remove
  | HandOver
  | Pause
  | Resume
  | Close
  | Grant
  | Decline
  | Mute
  | Say
  | Write
  | Report;

// --- Messages ------------------------------------------------------------------------------------

/** What all see of a game. */
export type Shown = GoldrushShown | GolddiggerShown | GolddonkeyShown;

/** What only the seat looked from sees of a game, and its legal moves. */
export type Own = GoldrushOwn | GolddiggerOwn | GolddonkeyOwn;

/** What can be wrong. */
export type Troubles =
  | "bad message"
  | "key changed"
  | "no hello"
  | "no key"
  | "no such table"
  | "other version"
  | "storage"
  | "too much";

/** What comes from the server over a socket. */
export type FromServer = Update | Refusal | Trouble | Pong;

/** A seat and who plays it. */
export interface SeatShown {
  name: string;
  person: boolean;
  level: number | null; // of the machine that plays it now
  away: boolean;
  host: boolean;
  muted: boolean;
  claimed: boolean;
}

/** The deal on its way, or of the game that is on: all that a device keeps and checks. */
export interface DealShown {
  table: string; // as the terms name it
  number: number;
  of: number;
  attempt: number;
  starter: number | null;
  commitment: string;
  devices: string[]; // the commitments to nonces, in their order
  nonces: (string | null)[];
  roll: string;
  secret: string | null; // once the game is over
}

/** How the match stands. */
export interface MatchShown {
  games: number;
  scores: number[][];
  totals: number[];
  winners: number[];
}

/** Something said. */
export interface TalkShown {
  number: number;
  at: number;
  seat: number;
  phrase: string | null;
  text: string | null;
}

/** All about a table that does not change with every move. */
export interface TableShown {
  id: string;
  game: string;
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

/** What a device is at the table. */
export interface You {
  device: number | null;
  seats: number[];
  host: boolean;
  looking: number | null; // the seat whose cards this connection is shown
  place: number | null; // in the list of devices of this deal
  awaited: boolean; // whether its part in the deal is missing
}

/** The table now. What has not changed since this connection was last told is left out. */
export interface Update {
  is: "update";
  number: number; // of entries in the table's log
  now: number;
  re: number[]; // the commands of this connection that led here
  played: number;
  head: string; // of the chain of moves
  turn_from: number; // no move counts before that: cards are being shown
  turn_ends: number | null;
  table?: TableShown; // a TableShown
  you?: You;
  shown?: Shown | null; // what all see of the game
  own?: Own | null; // what only the seat looked from sees
}

/** A command changed nothing. */
export interface Refusal {
  is: "refused";
  re: number;
  why: Why;
  number?: number; // the game's own code for an illegal move, or the place to commit for
}

/** Something is wrong at the server's end; the table stands still, and nothing is lost. */
export interface Trouble {
  is: "trouble";
  code: Troubles;
  re: number | null; // the command it kept from being done
}

/** An answer to a ping. */
export interface Pong {
  is: "pong";
  re: number;
  now: number;
}

/** The first message on a socket: which table, and the key, if there is one. */
export interface Hello {
  do: "hello";
  table: string;
  key?: string | null;
  version?: number;
}

/** Be shown the cards of one of one's seats, or of none. */
export interface Look {
  do: "look";
  seat: number | null;
}

/** Ask whether the server is there. */
export interface Ping {
  do: "ping";
}

/** A message with the number its reply will carry. */
export interface Said {
  id: number;
  ask: Commands | Look | Ping | Hello;
}

/** Who shall sit there: a person on this device by name, a machine by level, or nobody yet. */
export interface SeatWanted {
  name?: string | null;
  level?: number | null;
}

/** A table to be opened. */
export interface OpenTable {
  game: string;
  options?: Record<string, string>;
  seats?: SeatWanted[];
  pace?: number | null;
  by_the_day?: boolean;
  showing?: number | null;
  thinking?: number | null;
  match?: boolean;
  listed?: boolean;
  chat?: boolean;
}

/** A table and a key to it, which is said once and never again. */
export interface Welcome {
  table: string;
  key: string;
  device: number;
  seats: number[];
}

/** Take a seat with nothing but a name; or claim one whose key is lost. */
export interface SitDown {
  name?: string;
  seat?: number | null;
  claim?: boolean;
}

/** One moment of a replay. */
export interface Moment {
  shown: Shown;
  own: Own;
}

/** Why a request was refused. */
export interface Problem {
  code: string;
  detail?: unknown;
}

/** A table that waits for players. */
export interface TableListed {
  id: string;
  game: string;
  seats: number;
  free: number;
  opened_at: number;
}

/** A machine to play against. */
export interface LevelOffered {
  number: number;
  name: string;
}

/** A game that can be played here. */
export interface GameOffered {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  seats: number[];
  minutes: number;
  age: number;
  live_only: boolean;
  match_is_printed: boolean;
  levels: LevelOffered[];
  options: Record<string, string>;
}

/** All that a client needs to open a table. */
export interface Offer {
  version: number;
  games: GameOffered[];
  phrases: string[];
}
