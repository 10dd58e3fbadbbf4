import { useSyncExternalStore } from "react";
import type { ViewedProduct } from "#features/catalog/viewed/recently-viewed.ts";
import { parseViewed } from "#features/catalog/viewed/recently-viewed.ts";
import { VIEWED_KEY } from "./remember-viewed.browser.ts";

type Viewed = { text: string | null; pieces: readonly ViewedProduct[] };

const none: Viewed = { text: null, pieces: [] };
let held = none;
const listeners = new Set<() => void>();

function stored(): string | null {
  try {
    return localStorage.getItem(VIEWED_KEY);
  } catch {
    // A browser that keeps nothing remembers nothing.
    return null;
  }
}

function current(): Viewed {
  const text = stored();
  if (text !== held.text) held = { text, pieces: parseViewed(text) };
  return held;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Forgets every piece this browser remembers. */
export function forgetViewed(): void {
  try {
    localStorage.removeItem(VIEWED_KEY);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

/** The pieces this browser remembers, the newest first; none on the server. */
export function useViewed(): readonly ViewedProduct[] {
  return useSyncExternalStore(subscribe, current, () => none).pieces;
}
