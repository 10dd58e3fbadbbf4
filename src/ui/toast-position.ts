/** Viewport pixels. */
export type Box = { left: number; top: number; width: number; height: number };

const MARGIN = 8;
const STEP = 12;

/** 0 to 1. */
function coveredPart(box: Box, cover: Box): number {
  const width =
    Math.min(box.left + box.width, cover.left + cover.width) - Math.max(box.left, cover.left);
  const height =
    Math.min(box.top + box.height, cover.top + cover.height) - Math.max(box.top, cover.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (box.width * box.height);
}

/** Returns the nearest position that hides no control, else the one that hides least. */
export function findFreePosition(
  preferred: Box,
  viewport: { width: number; height: number },
  controls: readonly Box[],
): { left: number; top: number } {
  const { width, height } = preferred;
  const right = Math.max(MARGIN, viewport.width - width - MARGIN);
  const lefts = new Set([preferred.left, MARGIN, right, Math.max(MARGIN, right / 2)]);
  const tops = [preferred.top];
  for (let top = MARGIN; top <= viewport.height - height - MARGIN; top += STEP) tops.push(top);
  let best = { left: preferred.left, top: preferred.top };
  let least = Number.POSITIVE_INFINITY;
  for (const left of lefts) {
    for (const top of tops) {
      const covered = controls.reduce(
        (sum, control) => sum + coveredPart(control, { left, top, width, height }),
        0,
      );
      const way = Math.hypot(left - preferred.left, top - preferred.top);
      const cost = covered * 10_000 + way;
      if (cost < least) [best, least] = [{ left, top }, cost];
    }
  }
  return best;
}

/** What somebody reads or presses while a toast shows. */
const IN_USE =
  "h1, h2, h3, a[href], button, input, select, textarea, summary, label, [role=option], [role=menuitem]";

/** Controls and headings of the open dialog, else of the page. */
function visibleControls(): Box[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const root = [...dialogs].at(-1) ?? document.body;
  const boxes: Box[] = [];
  for (const control of root.querySelectorAll(IN_USE)) {
    if (control.closest("[data-toasts]")) continue;
    const { left, top, width, height, bottom } = control.getBoundingClientRect();
    if (width > 1 && height > 1 && bottom > 0 && top < innerHeight) {
      boxes.push({ left, top, width, height });
    }
  }
  return boxes;
}

/** Moves an element with a fixed position to where it covers nothing that is in use. */
export function moveToFreePosition(element: HTMLElement): void {
  element.removeAttribute("style");
  const { left, top, width, height } = element.getBoundingClientRect();
  const viewport = { width: innerWidth, height: innerHeight };
  const free = findFreePosition({ left, top, width, height }, viewport, visibleControls());
  if (free.left === left && free.top === top) return;
  Object.assign(element.style, {
    inset: `${free.top}px auto auto ${free.left}px`,
    width: `${width}px`,
  });
}
