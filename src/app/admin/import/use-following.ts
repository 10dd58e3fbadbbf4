import { useEffect } from "react";
import { useRevalidator } from "react-router";

const EVERY_MS = 1_000;

/** Loads the page's data anew every second while something is under way; an answer that takes longer is waited for. */
export function useFollowing(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, state, revalidate]);
}
