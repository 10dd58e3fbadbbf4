import { useEffect } from "react";
import { useLocation } from "react-router";

/** Marks elements that are valid only for the served page. */
export const SSR_ONLY_ATTRIBUTE = "data-served";

/** Removes tags that do not describe the next page. */
export function useSsrOnlyCleanup(): void {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(
    () => () => {
      for (const element of document.querySelectorAll(`[${SSR_ONLY_ATTRIBUTE}]`)) element.remove();
    },
    [pathname, search],
  );
}
