import { readStored, writeStored } from "#ui/browser-storage.ts";
import type { Choice } from "./choice.ts";
import { CHOICE_KINDS } from "./choice.ts";

const KEY = "cms_recent";
const MAX_RECENT = 5;

/** Never throws; drops choices outside the shop. */
export function parseRecent(stored: string | null): Choice[] {
  try {
    const decoded: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(decoded) ? decoded.filter(isChoice).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== "object" || value === null) return false;
  const { kind, path, label, detail } = value as Record<string, unknown>;
  const isInside = typeof path === "string" && /^\/(?:admin|$)/.test(path);
  const isDetail = detail === undefined || typeof detail === "string";
  return isInside && isDetail && typeof label === "string" && CHOICE_KINDS.some((k) => k === kind);
}

/** Stores only an order's number, not the customer. */
export function withRecent(choice: Choice, recent: readonly Choice[]): Choice[] {
  const { kind, path, label, detail } = choice;
  const stored: Choice = { kind, path, label, ...(kind === "order" ? {} : { detail }) };
  return [stored, ...recent.filter((other) => other.path !== path)].slice(0, MAX_RECENT);
}

/** The newest choice is first. */
export const readRecent = (): Choice[] => parseRecent(readStored(KEY) ?? null);

export function rememberChoice(choice: Choice): void {
  writeStored(KEY, JSON.stringify(withRecent(choice, readRecent())));
}

/** Runs on sign-out. */
export function forgetRecent(): void {
  writeStored(KEY, null);
}
