import { useEffect } from "react";
import { useLocation } from "react-router";

/** The path of each history entry of this tab, as far as this document knows. */
const paths = new Map<number, string>();

const step = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** Records every page that is shown; for the layout. */
export function useHistoryStack(): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same path may stand on another step.
  useEffect(() => {
    paths.set(step(), pathname);
  }, [pathname, key]);
}

/** Whether one step back leads to this path: going back restores filters, page and scroll position. */
export function isOneStepBack(pathname: string): boolean {
  return step() > 0 && paths.get(step() - 1) === pathname;
}
