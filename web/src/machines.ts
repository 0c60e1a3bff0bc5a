// What the seats of a table are called.
import type { GameOffered, TableShown } from "./protocol";
import { text } from "./text.svelte";

/** The name of each seat: of the person, or of the machine; empty seats have a name too. */
export function namesOf(table: TableShown, game: GameOffered | undefined): string[] {
  const names: string[] = [];
  for (const seat of table.seats) {
    const machine = game?.levels.find((level) => level.number === seat.level)?.name;
    const name = seat.person ? seat.name : (machine ?? text("seat.empty"));
    names.push(seat.person || !machine ? name : numbered(name, names));
  }
  return names;
}

/** "Barney", and where there is a Barney already, "Barney 2". */
function numbered(name: string, taken: string[]): string {
  for (let n = 1; ; n++) {
    const called = n === 1 ? name : `${name} ${n}`;
    if (!taken.includes(called)) return called;
  }
}
