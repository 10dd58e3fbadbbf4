import { vi } from "vitest";
import type { BrowserSession, InputSource } from "./browser-session.ts";

/** Images of a shop that was just started are made when they are first asked for. */
const PATIENCE = { timeout: 60_000, interval: 50 };

/** What a person looks for on a page. */
export type Kind = "button" | "link" | "field" | "choice" | "title" | "heading" | "text";

/** Where a pointer presses it. */
type Spot = { x: number; y: number };

/**
 * Runs in the page: the visible element of that kind and name, once the page is alive, in the middle of the window and
 * under nothing else; else null. A slash before and after the name makes it a regular expression.
 */
function findSpot(kind: string, name: string): Spot | null {
  const selectors: Record<string, string> = {
    button: "button, summary, [role=button]",
    link: "a[href]",
    field: "input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select",
    choice: "input[type=radio], input[type=checkbox]",
    title: "h1",
    heading: "h2, h3, h4",
    text: "p, span, dd, dt, div, li, strong, output",
  };
  const pattern = /^\/(.*)\/$/s.exec(name)?.[1];
  const matches = (text: string) => (pattern ? new RegExp(pattern).test(text) : text === name);
  const tidy = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const namesOf = (element: HTMLElement): string[] => {
    const labels = "labels" in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const labelled = (element.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
    const own = element.matches("input, textarea, select") ? "" : element.textContent;
    return [
      element.getAttribute("aria-label"),
      labelled,
      ...labels.map((label) => label.textContent),
      own,
    ]
      .map(tidy)
      .filter((text) => text !== "");
  };
  /** The visible control of a choice is its label. */
  const pressedFor = (element: HTMLElement): HTMLElement => {
    if (kind !== "choice" || !("labels" in element)) return element;
    return (element.labels as NodeListOf<HTMLElement> | null)?.[0] ?? element;
  };
  const main = document.querySelector("main");
  const isAlive =
    main !== null &&
    Object.keys(main).some((key) => key.startsWith("__reactFiber")) &&
    document.querySelector("[data-late-part]") === null;
  if (!isAlive) return null;
  const scope =
    [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]")]
      .filter((dialog) => dialog.checkVisibility({ visibilityProperty: true }))
      .at(-1) ?? document;
  for (const element of scope.querySelectorAll<HTMLElement>(selectors[kind] ?? "")) {
    if (!namesOf(element).some(matches)) continue;
    const pressed = pressedFor(element);
    if (!pressed.checkVisibility({ visibilityProperty: true })) continue;
    pressed.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = pressed.getBoundingClientRect();
    const spot = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = document.elementFromPoint(spot.x, spot.y);
    if (hit && (pressed.contains(hit) || hit.contains(pressed))) return spot;
  }
  return null;
}

/** Runs in the page: what it is and shows, for the message of a failure. */
function describePage(): string {
  const shown = [...document.querySelectorAll<HTMLElement>("main, [role=dialog]")];
  return `${location.href}\n${shown.at(-1)?.innerText.slice(0, 1_500)}`;
}

/** Runs in the page: chooses an option by its text, as a person does. */
function chooseOption(field: string, text: string): boolean {
  for (const select of document.querySelectorAll("select")) {
    const labels = [...select.labels].map((label) => label.textContent?.trim());
    const option = [...select.options].find((each) => each.text.trim() === text);
    if (!labels.includes(field) || !option) continue;
    option.selected = true;
    select.dispatchEvent(new Event("input", { bubbles: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }
  return false;
}

/** Runs in the page: the text of the first element, "" without one. */
function readText(selector: string): string {
  return document.querySelector<HTMLElement>(selector)?.innerText ?? "";
}

function selectAllText(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
}

const nameOf = (name: string | RegExp) => (typeof name === "string" ? name : `/${name.source}/`);

/** Somebody who walks through the shop in one browser, with pointer and keys. */
export function createWalker(session: BrowserSession, shop: string) {
  async function find(kind: Kind, name: string | RegExp): Promise<Spot> {
    try {
      return await vi.waitFor(async () => {
        const spot = await session.evaluate(findSpot, kind, nameOf(name));
        if (spot === null) throw new Error(`There is no ${kind} ${nameOf(name)}`);
        return spot;
      }, PATIENCE);
    } catch (error) {
      throw new Error(`${error} on ${await session.evaluate(describePage)}`);
    }
  }

  const point = (...actions: InputSource["actions"]) =>
    session.perform({ type: "pointer", id: "pointer", actions });

  /** Points, and presses when it is still there: a page that was just opened may move. */
  async function press(kind: Kind, name: string | RegExp): Promise<void> {
    await vi.waitUntil(async () => {
      const { x, y } = await find(kind, name);
      await point({ type: "pointerMove", x, y, duration: 0 });
      const again = await find(kind, name);
      return again.x === x && again.y === y;
    }, PATIENCE);
    await point({ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 });
  }

  return {
    open: (path: string) => session.open(new URL(path, shop).href),
    press,
    /** Waits until it shows. */
    async see(kind: Kind, name: string | RegExp): Promise<void> {
      await find(kind, name);
    },
    async fill(field: string | RegExp, text: string): Promise<void> {
      await press("field", field);
      await session.evaluate(selectAllText);
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await session.perform({ type: "key", id: "keyboard", actions });
    },
    async choose(field: string, option: string): Promise<void> {
      await vi.waitUntil(() => session.evaluate(chooseOption, field, option), PATIENCE);
    },
    followNewTab: () => vi.waitUntil(() => session.followNewTab(), PATIENCE),
    read: (selector: string) => session.evaluate(readText, selector),
    /** Waits until the element's text is another. */
    readOther: (selector: string, before: string) =>
      vi.waitUntil(async () => {
        const text = await session.evaluate(readText, selector);
        return text === before ? null : { text };
      }, PATIENCE),
  };
}

export type Walker = ReturnType<typeof createWalker>;
