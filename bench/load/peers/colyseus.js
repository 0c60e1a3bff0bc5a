// node colyseus.js PORT BYTES STEP: Colyseus; each player is sent a view of its own, as a message.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { play, start, view } from "./rules.js";

const port = Number(process.argv[2]);

class Table extends Room {
  maxClients = 2;
  patchRate = null;
  autoDispose = true;

  onCreate() {
    this.game = start();
    this.onMessage("move", (client, { held }) => {
      if (play(this.game, this.clients.indexOf(client), held)) this.show();
    });
    this.onMessage("look", () => this.show());
  }

  show() {
    this.clients.forEach((client, seat) => client.send("view", view(this.game, seat)));
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("table", Table);
await server.listen(port, "127.0.0.1");
