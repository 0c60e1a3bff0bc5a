// What the server says of each game; the same as in its messages.
import type { Choice, Outcome, Pile } from "../protocol";

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
