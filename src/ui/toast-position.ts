/** Viewport pixels. */
export type Box = { left: number; top: number; width: number; height: number };

/** A toast moves off what is pressed wherever it must, off what is read by at most 400 px. */
type Covered = Box & { isText?: boolean };

const MARGIN = 8;
const STEP = 12;
const CONTROL_COST = 10_000;
const TEXT_COST = 400;

/** 0 to 1. */
function coveredPart(box: Box, cover: Box): number {
  const width =
    Math.min(box.left + box.width, cover.left + cover.width) - Math.max(box.left, cover.left);
  const height =
    Math.min(box.top + box.height, cover.top + cover.height) - Math.max(box.top, cover.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (box.width * box.height);
}

/** Returns the nearest position that hides no control and little text, else the one that hides least. */
export function findFreePosition(
  preferred: Box,
  viewport: { width: number; height: number },
  page: readonly Covered[],
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
      const toast = { left, top, width, height };
      const covered = page.reduce(
        (sum, part) =>
          sum +
          (part.isText
            ? coveredPart(toast, part) * TEXT_COST
            : coveredPart(part, toast) * CONTROL_COST),
        0,
      );
      const cost = covered + Math.hypot(left - preferred.left, top - preferred.top);
      if (cost < least) [best, least] = [{ left, top }, cost];
    }
  }
  return best;
}

/** What somebody presses or looks for while a toast shows. */
const IN_USE =
  "h1, h2, h3, a[href], button, input, select, textarea, summary, label, [role=option], [role=menuitem]";

const TEXT = "p, li, dt, dd, th, td";

/** Controls, headings and text of the open dialog, else of the page. */
function visibleParts(): Covered[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const root = [...dialogs].at(-1) ?? document.body;
  const parts: Covered[] = [];
  for (const part of root.querySelectorAll(`${IN_USE}, ${TEXT}`)) {
    if (part.closest("[data-toasts]")) continue;
    const { left, top, width, height, bottom } = part.getBoundingClientRect();
    if (width > 1 && height > 1 && bottom > 0 && top < innerHeight) {
      parts.push({ left, top, width, height, isText: part.matches(TEXT) });
    }
  }
  return parts;
}

/** Moves an element with a fixed position to where it covers nothing that is in use. */
export function moveToFreePosition(element: HTMLElement): void {
  element.removeAttribute("style");
  const { left, top, width, height } = element.getBoundingClientRect();
  const viewport = { width: innerWidth, height: innerHeight };
  const free = findFreePosition({ left, top, width, height }, viewport, visibleParts());
  if (free.left === left && free.top === top) return;
  Object.assign(element.style, {
    inset: `${free.top}px auto auto ${free.left}px`,
    width: `${width}px`,
  });
}
