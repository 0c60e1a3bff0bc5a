// Which page the address asks for.

export type Route =
  | { page: "front" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; number: number }
  | { page: "rules"; game: string }
  | { page: "lost" };

let route: Route = $state.raw(read(location.pathname));

/** The page to show now. */
export const here = (): Route => route;

function read(path: string): Route {
  const parts = path.split("/").filter(Boolean);
  const [kind, name, more, number] = parts;
  if (parts.length === 0) return { page: "front" };
  if (kind === "t" && name && parts.length === 2) return { page: "table", table: name };
  if (kind === "t" && name && more === "replay" && /^[1-9]\d?$/.test(number ?? ""))
    return { page: "replay", table: name, number: Number(number) };
  if (kind === "rules" && name && parts.length === 2) return { page: "rules", game: name };
  return { page: "lost" };
}

/** Go to an address of the page; *state* lasts as long as that page. */
export function go(path: string, state: unknown = null): void {
  history.pushState(state, "", path);
  arrive();
}

function arrive(): void {
  route = read(location.pathname);
  scrollTo(0, 0);
}

addEventListener("popstate", arrive);

/** Follow links within the page without loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a[href]");
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!(link instanceof HTMLAnchorElement) || !isPlain || event.button || event.defaultPrevented)
    return;
  const isOurs = link.origin === location.origin && !link.pathname.startsWith("/api/");
  if (!isOurs || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
