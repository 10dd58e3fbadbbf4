import { useEffect, useRef } from "react";

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
