import {
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

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

/**
 * Moves the focus after each response, and again when its `errors` are shown. A form that was sent before the page's
 * script ran has its response in the next page: whoever works in a field by the time the script runs keeps the focus,
 * because a page that scrolls away swallows the tap.
 */
export function useFocusAfter(response: unknown, move: () => void, errors = 0): void {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response moves the focus, not a new function
  useEffect(() => {
    const isAtWork = document.activeElement?.matches("input, select, textarea") ?? false;
    const isLate = isFirst.current && isAtWork;
    isFirst.current = false;
    if (response && !isLate) move();
  }, [response, errors]);
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
