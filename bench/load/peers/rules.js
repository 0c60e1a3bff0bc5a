// A card game for two of about the size of ours, for servers that are not ours: a hidden hand of
// three each, a hidden pile, places on the table that fill with cards and are emptied again.
// It never ends.  Its rules cost next to nothing, so a step of theirs is drawn out to as long as a
// step of rules may well take.

const KINDS = ["badger", "coyote", "eagle", "fox", "moose", "owl"];
const HAND = 3;
// What the rest of a view takes, and each place on the table, in bytes of JSON.
const REST = 150;
const PLACE = 41;

const [bytes, step] = process.argv.slice(3).map(Number);

export function start() {
  const places = Math.max(HAND, Math.round((bytes - REST) / PLACE));
  const pile = Array.from({ length: 60 }, (_, i) => (i * 37) % 60);
  return {
    played: 0,
    turn: 0,
    points: [0, 0],
    places: Array.from({ length: places }, (_, i) => place(i % 60, i % 2)),
    next: 0,
    hands: [pile.splice(0, HAND), pile.splice(0, HAND)],
    pile,
  };
}

function place(card, owner) {
  return { kind: KINDS[card % 6], bags: 10 + (card % 9), owner };
}

// Lays a card of the hand on the next place, and draws another one. False if it may not.
export function play(game, seat, held) {
  const hand = game.hands[seat];
  if (seat !== game.turn || !(held in hand)) return false;
  const [card] = hand.splice(held, 1);
  game.places[game.next] = place(card, seat);
  game.next = (game.next + 1) % game.places.length;
  game.points[seat] = game.places.reduce((sum, each) => sum + (each.owner === seat ? 1 : 0), 0);
  hand.push(game.pile.shift());
  game.pile.push(card);
  game.turn = 1 - seat;
  game.played += 1;
  const end = performance.now() + step / 1000;
  while (performance.now() < end);
  return true;
}

// What one seat sees: no other hand, no pile.
export function view(game, seat) {
  return {
    played: game.played,
    turn: game.turn,
    points: game.points,
    places: game.places,
    next: game.next,
    hand: seat === null ? [] : game.hands[seat],
    hands: game.hands.map((hand) => hand.length),
    pile: game.pile.length,
  };
}
