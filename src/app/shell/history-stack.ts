import { useEffect } from "react";
import { useLocation } from "react-router";

/** The path behind each step of this tab's history, as far as this document has seen it. */
const seen = new Map<number, string>();

const step = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** Notes every page that is shown; for the frame around them. */
export function useHistoryStack(): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same path may stand on another step.
  useEffect(() => {
    seen.set(step(), pathname);
  }, [pathname, key]);
}

/** Whether one step back is this path: going back then finds its filters, its page and its place again. */
export function isOneStepBack(pathname: string): boolean {
  return step() > 0 && seen.get(step() - 1) === pathname;
}
