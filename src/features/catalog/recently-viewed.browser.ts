import { useSyncExternalStore } from "react";
import type { ProductImage } from "./product.ts";
import type { ViewedPiece } from "./recently-viewed.ts";
import { addViewed, parseViewed } from "./recently-viewed.ts";
import { VIEWED_KEY } from "./viewed-storage.browser.ts";

type Viewed = { text: string | null; pieces: readonly ViewedPiece[] };

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

function write(pieces: readonly ViewedPiece[]): void {
  try {
    if (pieces.length === 0) localStorage.removeItem(VIEWED_KEY);
    else localStorage.setItem(VIEWED_KEY, JSON.stringify(pieces));
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

type Seen = { id: string; name: string; images: readonly ProductImage[] };

/** Remembers in this browser, and nowhere else, that a product was looked at. */
export function rememberViewed({ id, name, images: [first] }: Seen): void {
  const picture = first ? { id: first.id, focalX: first.focalX, focalY: first.focalY } : null;
  write(addViewed(current().pieces, { id, name, picture }));
}

/** Forgets every piece this browser remembers. */
export function forgetViewed(): void {
  write([]);
}

/** The pieces this browser remembers, the newest first; none on the server. */
export function useViewed(): readonly ViewedPiece[] {
  return useSyncExternalStore(subscribe, current, () => none).pieces;
}
