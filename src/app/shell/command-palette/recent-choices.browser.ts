import type { Choice } from "./choice.ts";
import { CHOICE_KINDS } from "./choice.ts";

const KEY = "cms_recent";
const MOST_RECENT = 5;

/** Reads whatever lies in the browser's storage without ever throwing; what is no choice within the shop is left out. */
export function parseRecent(stored: string | null): Choice[] {
  try {
    const decoded: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(decoded) ? decoded.filter(isChoice).slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== "object" || value === null) return false;
  const { kind, path, label, detail } = value as Record<string, unknown>;
  const isInside = typeof path === "string" && /^\/(?:admin|$)/.test(path);
  const isTold = detail === undefined || typeof detail === "string";
  return isInside && isTold && typeof label === "string" && CHOICE_KINDS.some((k) => k === kind);
}

/** The choice at the head of the others, each once. Of an order its number alone: who bought stays in the shop. */
export function withRecent(choice: Choice, recent: readonly Choice[]): Choice[] {
  const { kind, path, label, detail } = choice;
  const kept: Choice = { kind, path, label, ...(kind === "order" ? {} : { detail }) };
  return [kept, ...recent.filter((other) => other.path !== path)].slice(0, MOST_RECENT);
}

/** What was chosen last in this browser, the newest first. */
export function readRecent(): Choice[] {
  try {
    return parseRecent(localStorage.getItem(KEY));
  } catch {
    // A browser that keeps nothing remembers nothing.
    return [];
  }
}

/** Remembers a choice. */
export function rememberChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(choice, readRecent())));
  } catch {
    // As above.
  }
}

/** Forgets every choice: whoever uses this browser next is somebody else. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
