import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** Pauses between questions about a pending order: quick while the message is most likely on its way, then patient. */
const PAUSES_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 30_000, 30_000];

/** How long to wait before asking for the given time (0 is the first), or null once the page has asked often enough and stops. */
export function pauseBefore(question: number): number | null {
  return PAUSES_MS[question] ?? null;
}

/** Whether the page is still asking by itself, and how to begin again. */
export type OrderWatch = { watching: boolean; checking: boolean; checkAgain: () => void };

/** Keeps asking about a pending order with growing pauses, rests while nobody looks at the page, and stops in the end (decision C4). */
export function useOrderWatch(isPending: boolean): OrderWatch {
  const { revalidate, state } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const pause = pauseBefore(asked);
  useEffect(() => {
    if (!isPending || pause === null || state !== "idle") return;
    const ask = () => {
      if (document.hidden) return;
      setAsked((before) => before + 1);
      void revalidate();
    };
    const timer = setTimeout(ask, pause);
    // A page that comes back to the front asks at once.
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isPending, pause, state, revalidate]);
  return {
    watching: isPending && pause !== null,
    checking: state !== "idle",
    checkAgain: () => {
      setAsked(0);
      void revalidate();
    },
  };
}
