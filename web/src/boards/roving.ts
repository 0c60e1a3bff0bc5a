// One stop for the tab key in a whole board; arrow keys go from there to whatever lies nearest.

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Place {
  x: number;
  y: number;
}

const placeOf = (element: Element): Place => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** How far to go from one place to another when heading in a direction; what lies aside costs more. */
function cost(from: Place, to: Place, [dx, dy]: readonly [number, number]): number {
  const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
  const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
  return ahead < 4 || aside > ahead * 2.5 ? Infinity : ahead + aside * 3;
}

/** Let the buttons marked `data-stop` inside an element share one tab stop. */
export function roving(root: HTMLElement): () => void {
  let current: HTMLElement | undefined;
  let place: Place = { x: 0, y: 0 };

  const stops = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-stop]")];

  function settle(): void {
    const all = stops();
    if (current && !all.includes(current)) {
      const nearest = all.sort((a, b) => away(a) - away(b))[0];
      const lostFocus = document.activeElement === document.body && held;
      current = undefined;
      if (nearest) point(nearest);
      if (lostFocus) nearest?.focus({ preventScroll: true });
    }
    current ??= all[0];
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1;
  }

  const away = (element: Element): number => {
    const to = placeOf(element);
    return Math.hypot(to.x - place.x, to.y - place.y);
  };

  function point(stop: HTMLElement): void {
    if (current) current.tabIndex = -1;
    current = stop;
    current.tabIndex = 0;
    place = placeOf(stop);
  }

  let held = false;
  const onfocusin = ({ target }: FocusEvent): void => {
    const stop = (target as HTMLElement).closest<HTMLElement>("[data-stop]");
    if (stop) point(stop);
    held = stop !== null;
  };
  // An element that is taken away while it has the focus says nothing; one that is left does.
  const onfocusout = ({ relatedTarget, target }: FocusEvent): void => {
    if (relatedTarget || (target as HTMLElement).isConnected) held = relatedTarget !== null && held;
  };
  const onkeydown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-stop]");
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = placeOf(from);
    let best: [number, HTMLElement] | undefined;
    for (const stop of stops()) {
      const price = cost(here, placeOf(stop), step);
      if (stop !== from && price < (best?.[0] ?? Infinity)) best = [price, stop];
    }
    if (!best) return;
    event.preventDefault();
    best[1].focus();
  };

  root.addEventListener("focusin", onfocusin);
  root.addEventListener("focusout", onfocusout);
  root.addEventListener("keydown", onkeydown);
  const watch = new MutationObserver(settle);
  watch.observe(root, { childList: true, subtree: true });
  settle();
  return () => {
    watch.disconnect();
    root.removeEventListener("focusin", onfocusin);
    root.removeEventListener("focusout", onfocusout);
    root.removeEventListener("keydown", onkeydown);
  };
}
