/** Calls back when the browser is idle, within `limitMs` at the latest; returns how to cancel. */
export function whenIdle(callback: () => void, limitMs: number): () => void {
  if ("requestIdleCallback" in window) {
    const id = requestIdleCallback(callback, { timeout: limitMs });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(callback, 200);
  return () => clearTimeout(timer);
}
