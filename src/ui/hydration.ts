import { useCallback, useDeferredValue, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and the first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** False in the first render of a page that the router opens; otherwise true. */
export function useAfterFirstPaint(): boolean {
  return useDeferredValue(true, !useHydrated());
}

/** Loads on the first sign of interest. */
type LazyPart<Part> = {
  /** Null until loaded. */
  part: Part | null;
  /** False on failure: the caller falls back to a link, because Chromium caches failed modules. */
  request: () => Promise<boolean>;
};

/** Never throws. */
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
