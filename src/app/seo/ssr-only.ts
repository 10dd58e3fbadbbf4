import { useEffect } from "react";
import { useLocation } from "react-router";

/** Marks the elements of a served page that are true of it alone. */
export const SSR_ONLY_ATTRIBUTE = "data-served";

/** Takes away what the served page told machines as soon as the visitor goes on to another page, of which it is not true. */
export function useSsrOnlyCleanup(): void {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the address is what it waits for
  useEffect(
    () => () => {
      for (const element of document.querySelectorAll(`[${SSR_ONLY_ATTRIBUTE}]`)) element.remove();
    },
    [pathname, search],
  );
}
