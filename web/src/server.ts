// The one file that talks to the server: requests, and the line to a table.
import type {
  Commands,
  FromServer,
  Here,
  Hello,
  Look,
  Moment,
  Offer,
  OpenTable,
  Ping,
  Refusal,
  SitDown,
  TableListed,
  TableShown,
  Trouble,
  Update,
  Welcome,
} from "./protocol";

// --- Requests -------------------------------------------------------------------------------------

/** A request was refused, or nobody answered ("offline"). */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

async function request(path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new Refused("offline");
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw new Refused(String(problem?.code ?? "error"));
}

async function json<T>(path: string, body?: unknown): Promise<T> {
  return (await (await request(path, body)).json()) as T;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

let offered: Promise<Offer> | null = null;

/** What there is to play here; asked for once. */
export function offer(): Promise<Offer> {
  offered ??= json<Offer>("/api/games").catch((error: unknown) => {
    offered = null;
    throw error;
  });
  return offered;
}

export const openTables = (): Promise<TableListed[]> => json("/api/tables");
export const open = (wanted: OpenTable): Promise<Welcome> => json("/api/tables", wanted);
export const about = (table: string): Promise<TableShown> => json(at(table));
export const sitDown = (table: string, wanted: SitDown): Promise<Welcome> =>
  json(`${at(table)}/devices`, wanted);
export const replay = (table: string, number: number, seat: number | null): Promise<Moment[]> =>
  json(`${at(table)}/replay/${number}${seat === null ? "" : `?seat=${seat}`}`);
export const recordAddress = (table: string): string => `${at(table)}/record`;
export const record = async (table: string): Promise<string> =>
  (await request(recordAddress(table))).text();
export const rulebook = async (game: string, language: string): Promise<string> =>
  (await request(`/api/rulebooks/${encodeURIComponent(game)}/${language}`)).text();
/** A link as a picture to scan. */
export const code = async (link: string): Promise<Blob> =>
  (await request("/api/code", { link })).blob();

const AT_HOME = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The address at which others find this server: "localhost" would lead them to themselves. */
export async function addressForOthers(): Promise<string> {
  if (!AT_HOME.has(location.hostname)) return location.origin;
  const here = await json<Here>("/api/here").catch(() => ({ addresses: [] }));
  return here.addresses[0] ?? location.origin;
}

// --- The line to a table --------------------------------------------------------------------------

export type Ask = Commands | Look | Ping | Hello;
export type Reply = { ok: true } | { ok: false; why: Refusal["why"] | "offline"; number?: number };

interface Listener {
  update(update: Update): void;
  trouble(code: Trouble["code"]): void;
  /** Whether what was last told still holds. */
  live(live: boolean): void;
}

const QUIET = 12_000; // after so much silence we ask whether anybody is there
const PATIENCE = 5_000; // and wait so long for an answer
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
// After these there is no point in trying again.
const FINAL: ReadonlySet<Trouble["code"]> = new Set([
  "no such table",
  "no key",
  "key changed",
  "other version",
]);

/** A connection to one table that comes back by itself, until it is closed. */
export class Line {
  private socket: WebSocket | null = null;
  private asked = 0;
  private failures = 0;
  private closed = false;
  private heardAt = 0;
  private waiting = new Map<number, (reply: Reply) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval>;
  private comeBack = (): void => this.wake();

  constructor(
    private table: string,
    private key: string | null,
    private listener: Listener,
  ) {
    this.pulse = setInterval(() => this.beat(), 1000);
    addEventListener("online", this.comeBack);
    addEventListener("pageshow", this.comeBack);
    document.addEventListener("visibilitychange", this.comeBack);
    this.connect();
  }

  /** Ask for something; the promise holds the answer, and an "offline" when none will come. */
  ask(ask: Ask): Promise<Reply> {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, why: "offline" });
    const id = ++this.asked;
    this.socket.send(JSON.stringify({ id, ask }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.comeBack);
    removeEventListener("pageshow", this.comeBack);
    document.removeEventListener("visibilitychange", this.comeBack);
    this.drop();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // The name is for whoever shares out tables among processes; the hello says it to the server.
    const address = `${location.host}/api/socket?table=${encodeURIComponent(this.table)}`;
    const socket = new WebSocket(`${scheme}://${address}`);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => {
      const hello: Hello = { do: "hello", table: this.table, key: this.key };
      socket.send(JSON.stringify({ id: ++this.asked, ask: hello }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => this.lost(socket);
  }

  private hear(said: FromServer): void {
    this.heardAt = Date.now();
    if (said.is === "update") {
      this.failures = 0;
      this.listener.update(said);
      this.listener.live(true);
      for (const id of said.re) this.answer(id, { ok: true });
    } else if (said.is === "refused") {
      this.answer(said.re, { ok: false, why: said.why, number: said.number });
    } else if (said.is === "pong") {
      this.answer(said.re, { ok: true });
    } else {
      if (FINAL.has(said.code)) this.close();
      this.listener.trouble(said.code);
    }
  }

  private answer(id: number, reply: Reply): void {
    this.waiting.get(id)?.(reply);
    this.waiting.delete(id);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    this.drop();
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    // Not all at the same moment, when a server comes back.
    this.timer = setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
    this.listener.live(false);
    for (const id of [...this.waiting.keys()]) this.answer(id, { ok: false, why: "offline" });
  }

  /** The network or the person is back: find out at once where we are. */
  private wake(): void {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.probe();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  private beat(): void {
    const silent = Date.now() - this.heardAt;
    if (this.socket?.readyState === WebSocket.OPEN && silent > QUIET) this.probe();
    // A connection that is never made tells nobody either.
    if (this.socket?.readyState === WebSocket.CONNECTING && silent > QUIET) this.lost(this.socket);
  }

  private probing = false;

  private probe(): void {
    if (this.probing) return;
    this.probing = true;
    const { socket } = this;
    const askedAt = Date.now();
    void this.ask({ do: "ping" });
    setTimeout(() => {
      this.probing = false;
      if (socket && socket === this.socket && this.heardAt < askedAt) this.lost(socket);
    }, PATIENCE);
  }
}
