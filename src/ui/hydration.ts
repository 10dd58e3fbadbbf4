import { useCallback, useDeferredValue, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and the first render, true once the page runs. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** False in the first render of a page that the router opens, so that its first view paints sooner; true in the server's HTML and while hydrating. */
export function useAfterFirstPaint(): boolean {
  return useDeferredValue(true, !useHydrated());
}

/** A part of the page that loads on the first sign of interest. */
type LazyPart<Part> = {
  /** Null until it has loaded. */
  part: Part | null;
  /**
   * Starts the download; false when it failed, so that the caller can fall back to a link. Retrying may not help: Chromium caches a failed
   * module until the page reloads.
   */
  request: () => Promise<boolean>;
};

/** Downloads `load` on request and never throws: a weak network must not break the page. */
export function useLazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  const [part, setPart] = useState<{ value: Part } | null>(null);
  const request = useCallback(async () => {
    try {
      const value = await load();
      setPart((held) => held ?? { value });
      return true;
    } catch {
      return false;
    }
  }, [load]);
  return { part: part?.value ?? null, request };
}
