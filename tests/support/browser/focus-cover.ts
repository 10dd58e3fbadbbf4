import type { Page } from "@playwright/test";

/**
 * Runs in the page. Puts the focus on one control after the other, as Tab does, and names those of which nothing can be
 * seen then: a bar or another part of the page lies over them (WCAG 2.4.11), or they are outside the window.
 */
function findCoveredFocus(): string[] {
  const PARTS = [0.5, 0.05, 0.95, 0.25, 0.75] as const;
  const covered: string[] = [];
  const isTabStop = (control: HTMLElement) =>
    control.tabIndex >= 0 &&
    !control.matches(":disabled, [inert] *, [data-toasts] *, iframe *") &&
    control.checkVisibility({ visibilityProperty: true });
  const isVisibleAt = (box: DOMRect, across: number, down: number, shown: readonly Element[]) => {
    const x = box.left + box.width * across;
    const y = box.top + box.height * down;
    const top = document.elementFromPoint(x, y);
    return top !== null && shown.some((each) => each.contains(top) || top.contains(each));
  };
  const isVisible = (control: HTMLElement) => {
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    // A hidden radio of a tile is seen as its label.
    const shown = label && control.clientWidth <= 1 ? label : control;
    const around = label ? [shown, control, label] : [shown];
    return [...shown.getClientRects()].some((box) =>
      PARTS.some((down) => PARTS.some((across) => isVisibleAt(box, across, down, around))),
    );
  };
  // The page would load each link ahead and open suggestions.
  const events = ["focus", "blur", "focusin", "focusout"] as const;
  const stop = (event: Event) => event.stopImmediatePropagation();
  for (const type of events) window.addEventListener(type, stop, true);
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
  );
  for (const control of controls) {
    if (!control.isConnected || !isTabStop(control)) continue;
    control.focus();
    if (document.activeElement !== control || isVisible(control)) continue;
    const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40);
    covered.push(`${control.localName} "${name || control.getAttribute("name") || control.id}"`);
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const type of events) window.removeEventListener(type, stop, true);
  window.scrollTo({ top: 0, behavior: "instant" });
  return covered;
}

/** The controls of a page that nobody sees when they have the focus, at the window's present size. */
export function coveredFocus(page: Page): Promise<string[]> {
  return page.evaluate(findCoveredFocus);
}
