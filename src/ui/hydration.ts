import { useCallback, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and in the first render, true once the page runs: links become buttons then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A part of the page that is downloaded on the first sign that somebody wants it. */
type LazyPart<Part> = {
  /** The part, or null until it has arrived. */
  part: Part | null;
  /**
   * Starts the download; false when it failed, so that the caller can offer a plain link. May be tried again, but every caller
   * needs that other way: Chromium keeps a module that did not arrive as failed until the page is loaded anew.
   */
  request: () => Promise<boolean>;
};

/** Downloads `load` on request and never throws into the page: a weak network must not cost the whole screen. */
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
