// What happened since one's own last turn, so that it can stay marked until the next.

export class Since<Event extends { event: string; seat?: number }> {
  events: Event[] = $state.raw([]);
  #mine = false;

  /** Take note of what the last move did. */
  add(happened: Event[], you: number | null): void {
    const seat = happened[0]?.seat;
    if (seat === undefined) return;
    const mine = seat === you;
    this.events = mine || this.#mine || you === null ? happened : [...this.events, ...happened];
    this.#mine = mine;
  }
}
