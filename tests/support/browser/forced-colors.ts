import { readdir } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

type Visibility = {
  /** Chosen controls that were compared with one of their kind that is not chosen. */
  compared: number;
  faults: string[];
};

/**
 * Runs in the page. What a contrast theme does not show: a chosen control that looks like one of its kind that is not
 * chosen, a button or dialog without a frame, and a control without a ring when it has the focus.
 */
function lookForUnseen(isRingChecked: boolean): Visibility {
  const faults = new Set<string>();
  let compared = 0;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 0;
  const nameOf = (element: Element) =>
    `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40) || element.getAttribute("name")}"`;
  /** A tile hides its radio and is the element beside it. */
  const shownOf = (control: Element) =>
    control instanceof HTMLInputElement && control.clientWidth <= 1
      ? (control.nextElementSibling ?? control)
      : control;
  const lookOf = (control: Element) => {
    const shown = shownOf(control);
    const style = getComputedStyle(shown);
    const before = getComputedStyle(shown, "::before");
    return [
      style.backgroundColor,
      style.borderColor,
      style.borderWidth,
      style.outlineStyle,
      style.textDecorationLine,
      style.textDecorationThickness,
      style.fill,
      before.backgroundColor,
      before.opacity,
      before.transform,
    ].join(" ");
  };
  const pairs: readonly (readonly [chosen: string, other: string])[] = [
    ["input:checked:enabled", "input:is([type=radio], [type=checkbox]):not(:checked, :disabled)"],
    ["[aria-pressed=true]", "[aria-pressed=false]"],
    ["[aria-selected=true]", "[aria-selected=false]"],
    ["a[aria-current]:not([aria-current=false])", "a:not([aria-current])"],
  ];
  const groupOf = (control: Element) =>
    control.closest("fieldset, nav, [role=listbox], [role=group], table, form, ul, main") ??
    document.body;
  /** One of its kind that is not chosen; links of one navigation may have classes of their own. */
  const peerOf = (control: Element, other: string) => {
    const peers = [...groupOf(control).querySelectorAll(other)].filter((peer) =>
      isShown(shownOf(peer)),
    );
    const sameClass = peers.find(({ className }) => className === control.className);
    return sameClass ?? (control.localName === "a" ? peers[0] : undefined);
  };
  const compare = (control: Element, other: string) => {
    const peer = isShown(shownOf(control)) ? peerOf(control, other) : undefined;
    if (!peer) return;
    compared += 1;
    if (lookOf(control) === lookOf(peer)) faults.add(`${nameOf(shownOf(control))} looks unchosen`);
  };
  const checkFrame = (frame: Element) => {
    const { borderTopWidth, borderLeftWidth } = getComputedStyle(frame);
    if (isShown(frame) && `${borderTopWidth} ${borderLeftWidth}` === "0px 0px") {
      faults.add(`${nameOf(frame)} has no frame`);
    }
  };
  const checkRing = (control: HTMLElement) => {
    control.focus({ preventScroll: true });
    if (document.activeElement !== control || !control.matches(":focus-visible")) return;
    const { outlineStyle, outlineWidth } = getComputedStyle(shownOf(control));
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) {
      faults.add(`${nameOf(control)} has no ring`);
    }
  };
  // The page would load each link ahead and open suggestions.
  const events = ["focus", "blur", "focusin", "focusout"] as const;
  const stop = (event: Event) => event.stopImmediatePropagation();
  for (const type of events) window.addEventListener(type, stop, true);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  for (const [chosen, other] of pairs) {
    for (const control of document.querySelectorAll(chosen)) compare(control, other);
  }
  for (const frame of document.querySelectorAll("[role=dialog], [role=alertdialog]")) {
    checkFrame(frame);
  }
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden]), select, textarea, summary",
  );
  for (const control of controls) {
    if (isRingChecked && control.tabIndex >= 0 && isShown(shownOf(control))) checkRing(control);
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  for (const type of events) window.removeEventListener(type, stop, true);
  return { compared, faults: [...faults] };
}

/** `CONTRAST_SCREENS` names a folder for pictures of every state that is looked at. */
async function photograph(page: Page, colorScheme: string): Promise<void> {
  const folder = process.env.CONTRAST_SCREENS;
  if (!folder) return;
  const { pathname, search, hash } = new URL(page.url());
  const count = (await readdir(folder)).length;
  const name = `${count} ${colorScheme} ${pathname}${search}${hash}`.replaceAll(/[^\w ]/g, "-");
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** With a light and a dark contrast theme, each chosen state, frame and focus of the page is seen; a ring has no colour of its own. */
export async function expectVisibleWithContrastTheme(page: Page): Promise<void> {
  let compared = 0;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    const found = await page.evaluate(lookForUnseen, colorScheme === "light");
    await photograph(page, colorScheme);
    expect.soft(found.faults, `${page.url()}, ${colorScheme}`).toEqual([]);
    compared = found.compared;
  }
  await page.emulateMedia({ forcedColors: "active", colorScheme: null });
  expect.soft(compared, `${page.url()} has a chosen state`).toBeGreaterThan(0);
}
