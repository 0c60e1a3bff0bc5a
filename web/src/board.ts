// The contract between the page and the board of a game.
import type { Component } from "svelte";
import type { Moment, Own, Shown, You } from "./protocol";

export type GameId = Shown["game"];

export interface BoardProps {
  /** What all see, and what only the seat looked from sees; nothing else may be drawn. */
  shown: Shown;
  own: Own;
  you: You;
  /** The name of each seat, of a machine too. */
  names: string[];
  /** A move is on its way, or the board is not current: nothing can be played now. */
  busy: boolean;
  /** Play one of `own.moves`; resolves when it was answered. The page says why if it is refused. */
  act: (move: string) => Promise<void>;
  /** In a replay: the moments before this one. */
  history?: Moment[];
}

const BOARDS = import.meta.glob<{ default: Component<BoardProps> }>("./boards/*/Board.svelte");

/** The board of a game, loaded when it is first wanted; nothing for a game that has none. */
export async function boardOf(game: GameId): Promise<Component<BoardProps> | null> {
  const load = BOARDS[`./boards/${game}/Board.svelte`];
  return load ? (await load()).default : null;
}
