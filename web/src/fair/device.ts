// The part of this device in a fair deal, and what it keeps to check the deal by.
import { keep, kept } from "../keep";
import type { Ask, Reply } from "../server";
import type { TableShown, You } from "../protocol";
import { newNonce, nonceCommitment, rollOf, termsOf } from "./promise";

/** What was kept of one deal; docs/fair-deals.md says why each of them. */
export interface Kept {
  commitment: string;
  device?: number;
  nonce?: string;
  roll?: string;
  head?: string;
}

type Deals = Record<string, Kept>;

const MOST_DEALS = 12;

const all = (table: string): Deals => kept<Deals>(`deals.${table}`, {});

/** What this browser kept of the deal with a commitment. */
export const keptOf = (table: string, commitment: string): Kept | null =>
  all(table)[commitment] ?? null;

function note(table: string, commitment: string, more: Partial<Kept>): Kept {
  const deals = all(table);
  const now = { ...deals[commitment], ...more, commitment };
  const others = Object.entries(deals).filter(([key]) => key !== commitment);
  keep(`deals.${table}`, Object.fromEntries([...others.slice(1 - MOST_DEALS), [commitment, now]]));
  return now;
}

interface Seen {
  table: TableShown;
  you: You;
}

/** Takes part in the deals of a table, as far as this device is asked to. */
export class Dealing {
  private seen: Seen | null = null;
  private busy = false;

  constructor(
    private table: string,
    private ask: (ask: Ask) => Promise<Reply>,
  ) {}

  /** Look at the table, keep what is to be kept, and do what is awaited. */
  see(table: TableShown, you: You, head: string): void {
    const { deal, phase } = table;
    if (!deal) return;
    if (!keptOf(this.table, deal.commitment)) note(this.table, deal.commitment, {});
    if (phase === "playing" || phase === "over") this.keepHead(deal.commitment, head);
    this.seen = { table, you };
    if (!this.busy) void this.takePart();
  }

  private async takePart(): Promise<void> {
    this.busy = true;
    // While one thing is asked for, the next may come to be awaited.
    for (let seen = this.next(); seen; seen = this.next()) {
      const { table, you } = seen;
      if (table.phase === "committing") await this.commit(table, table.deal?.devices.length ?? 0);
      else if (you.place !== null) await this.open(table, you.place);
    }
    this.busy = false;
  }

  private next(): Seen | null {
    const { seen } = this;
    this.seen = null;
    return seen?.you.awaited ? seen : null;
  }

  private keepHead(commitment: string, head: string): void {
    if (head && keptOf(this.table, commitment)?.head !== head)
      note(this.table, commitment, { head });
  }

  private async commit(table: TableShown, place: number): Promise<void> {
    const { deal } = table;
    if (!deal) return;
    const nonce = keptOf(this.table, deal.commitment)?.nonce ?? newNonce();
    note(this.table, deal.commitment, { nonce, device: place });
    const commits = nonceCommitment(termsOf(table, deal), place, nonce);
    const reply = await this.ask({ do: "commit", place, commits });
    // Another device was quicker: ours is a later place now.
    if (!reply.ok && reply.why === "other place" && reply.number !== undefined)
      await this.commit(table, reply.number);
  }

  private async open(table: TableShown, place: number): Promise<void> {
    const { deal } = table;
    const nonce = deal && keptOf(this.table, deal.commitment)?.nonce;
    if (!deal || !nonce) return;
    const terms = termsOf(table, deal);
    const roll = rollOf(terms, deal.commitment, deal.devices);
    const isOurs = deal.devices[place] === nonceCommitment(terms, place, nonce);
    // Whoever shows us another list than the one it counts has something in mind: do not play.
    if (!isOurs || roll !== deal.roll) return;
    note(this.table, deal.commitment, { device: place, roll });
    await this.ask({ do: "open", nonce });
  }
}
