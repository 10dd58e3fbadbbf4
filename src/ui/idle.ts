/** Waits `limitMs` at most; returns a cancel function. */
export function whenIdle(callback: () => void, limitMs: number): () => void {
  if ("requestIdleCallback" in window) {
    const id = requestIdleCallback(callback, { timeout: limitMs });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(callback, 200);
  return () => clearTimeout(timer);
}
