import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Screen readers read the text without moving the focus (WCAG 4.1.3): how many pieces a filter leaves, that a file has
 * arrived. The same text twice is read twice. Browser only.
 */
export function sayStatus(text: string): void {
  // A region that does not change is not read again.
  message = text === message ? `${text}\u00A0` : text;
  for (const listener of listeners) listener();
}

/** It is on every page from the start, because screen readers notice only what changes in a known region. */
export function StatusMessageRegion() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => "",
  );
  return (
    <p aria-live="polite" data-status-message="" className="sr-only">
      {text}
    </p>
  );
}
