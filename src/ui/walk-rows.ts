import type { KeyboardEvent } from "react";

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Walks the rows of a list with j and k or the arrows while the focus is in it, from one element marked `data-row` to the next: a link
 * that Enter follows, a box that Space ticks. Never on the whole page: a letter pressed elsewhere must do nothing (WCAG 2.1.4).
 */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll("[data-row]")];
  const held = links.indexOf(document.activeElement ?? document.body);
  const next = links[held === -1 ? 0 : Math.min(links.length - 1, Math.max(0, held + step))];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
