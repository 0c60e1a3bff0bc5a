// node boardgame.js PORT BYTES STEP: boardgame.io with its in-memory storage.
import { createRequire } from "node:module";
import { play, start, view } from "./rules.js";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const port = Number(process.argv[2]);

const table = {
  name: "table",
  setup: () => start(),
  minPlayers: 2,
  maxPlayers: 2,
  // Without it every state would carry the one before along.
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, held) => (play(G, Number(playerID), held) ? undefined : INVALID_MOVE),
  },
  playerView: ({ G, playerID }) => view(G, playerID === null ? null : Number(playerID)),
};

const server = Server({ games: [table], origins: [Origins.LOCALHOST] });
server.run(port, () => {});
