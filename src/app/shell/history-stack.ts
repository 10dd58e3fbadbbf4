import { useEffect } from "react";
import { useLocation } from "react-router";

/** Knows only entries of this tab since the document loaded. */
const paths = new Map<number, string>();

const step = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** The layout calls it once. */
export function useHistoryStack(): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same path may be another history entry
  useEffect(() => {
    paths.set(step(), pathname);
  }, [pathname, key]);
}

/** Going back restores filters, page and scroll position. */
export function isOneStepBack(pathname: string): boolean {
  return step() > 0 && paths.get(step() - 1) === pathname;
}
