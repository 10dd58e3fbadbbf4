import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and in the first render, true once the page runs: links become buttons then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
