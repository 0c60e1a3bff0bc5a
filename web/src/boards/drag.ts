// Dragging as an extra: whatever can be dragged can be chosen by tapping too.  Lifting a thing chooses
// it, moving it over a place aims at that place, and letting go leaves it at that, to be confirmed.

interface Hands {
  /** The thing marked `data-drag` was lifted. */
  lift: (thing: string) => void;
  /** It is over the place marked `data-drop`, or over none. */
  over: (place: string | null) => void;
}

const FAR_ENOUGH = 8; // pixels; less is a tap

/** Let things inside an element be dragged to places inside it. */
export function drag({ lift, over }: Hands): (root: HTMLElement) => () => void {
  return (root) => {
    let held: HTMLElement | undefined;
    let picture: HTMLElement | undefined;
    let from = { x: 0, y: 0 };
    let place: string | null = null;

    const onpointerdown = (event: PointerEvent): void => {
      const thing = (event.target as HTMLElement).closest<HTMLElement>("[data-drag]");
      if (!thing || !event.isPrimary || event.button !== 0) return;
      held = thing;
      from = { x: event.clientX, y: event.clientY };
    };

    const onpointermove = (event: PointerEvent): void => {
      if (!held) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!picture) {
        if (Math.hypot(x, y) < FAR_ENOUGH) return;
        picture = pictureOf(held);
        place = null;
        lift(held.dataset.drag ?? "");
      }
      picture.style.translate = `${x}px ${y}px`;
      const below = document.elementFromPoint(event.clientX, event.clientY);
      const now = below?.closest<HTMLElement>("[data-drop]")?.dataset.drop ?? null;
      if (now !== place) over((place = now));
    };

    const onend = (): void => {
      held = undefined;
      if (!picture) return;
      picture.remove();
      picture = undefined;
      // The click that follows belongs to the drag.
      root.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
    };

    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };

    root.addEventListener("pointerdown", onpointerdown);
    addEventListener("pointermove", onpointermove);
    addEventListener("pointerup", onend);
    addEventListener("pointercancel", onend);
    return () => {
      onend();
      root.removeEventListener("pointerdown", onpointerdown);
      removeEventListener("pointermove", onpointermove);
      removeEventListener("pointerup", onend);
      removeEventListener("pointercancel", onend);
    };
  };
}

/** What is seen to move: a likeness of the thing, above everything and in nobody's way. */
function pictureOf(thing: HTMLElement): HTMLElement {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const picture = thing.cloneNode(true) as HTMLElement;
  for (const name of ["data-drag", "data-drop", "data-stop"]) picture.removeAttribute(name);
  picture.setAttribute("aria-hidden", "true");
  picture.tabIndex = -1;
  Object.assign(picture.style, {
    position: "fixed",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    zIndex: "10",
    pointerEvents: "none",
    transition: "none",
    rotate: "4deg",
  });
  document.body.append(picture);
  return picture;
}
