// A table as this device sees it: what the server last told, and whether that still holds.
import { Dealing } from "./fair/device";
import { Line, type Ask, type Reply } from "./server";
import type { Own, Shown, TableShown, Trouble, Update, You } from "./protocol";

export interface Refusal {
  why: string;
  number?: number;
}

export class TableHere {
  table: TableShown | null = $state.raw(null);
  you: You | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  own: Own | null = $state.raw(null);
  played = $state(0);
  turnFrom = $state(0);
  turnEnds: number | null = $state(null);
  /** Whether all this is as it is at the table now. */
  live = $state(false);
  trouble: Trouble["code"] | null = $state(null);
  /** Why the last wish was not granted. */
  refusal: Refusal | null = $state.raw(null);
  /** Whether a move is on its way. */
  moving = $state(false);
  /** Whether cards are being shown, and nobody may move yet. */
  showing = $state(false);

  private line: Line;
  private dealing: Dealing;
  private ahead = 0;
  private head = "";
  private shownUntil: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly name: string,
    readonly key: string | null,
  ) {
    this.line = new Line(name, key, {
      update: (update) => this.update(update),
      trouble: (code) => (this.trouble = code),
      live: (live) => (this.live = live),
    });
    this.dealing = new Dealing(name, (ask) => this.line.ask(ask));
  }

  /** The server's clock. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** Ask for something; a refusal is shown until something else is asked. */
  async ask(ask: Ask): Promise<Reply> {
    this.refusal = null;
    const reply = await this.line.ask(ask);
    if (!reply.ok) this.refusal = reply;
    return reply;
  }

  /** Play a move for the seat this device looks from. */
  async move(move: string): Promise<void> {
    const seat = this.own?.you;
    if (seat === undefined || seat === null || this.moving) return;
    this.moving = true;
    await this.ask({ do: "move", seat, move, after: this.played });
    this.moving = false;
  }

  close(): void {
    clearTimeout(this.shownUntil);
    this.line.close();
  }

  private update(update: Update): void {
    this.ahead = update.now - Date.now();
    this.trouble = null;
    this.played = update.played;
    this.head = update.head;
    this.turnFrom = update.turn_from;
    this.turnEnds = update.turn_ends;
    if (update.table !== undefined) this.table = update.table;
    if (update.you !== undefined) this.you = update.you;
    if (update.shown !== undefined) this.shown = update.shown;
    if (update.own !== undefined) this.own = update.own;
    this.waitWhileShown();
    if (this.table && this.you && this.key) this.dealing.see(this.table, this.you, this.head);
  }

  private waitWhileShown(): void {
    clearTimeout(this.shownUntil);
    const left = this.turnFrom - this.now();
    this.showing = left > 0;
    if (left > 0) this.shownUntil = setTimeout(() => (this.showing = false), left);
  }
}
