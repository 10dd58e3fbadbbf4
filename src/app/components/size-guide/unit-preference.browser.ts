import { useCallback, useSyncExternalStore } from "react";
import type { ChartUnit } from "#features/measurement/size-chart.ts";

const KEY = "measurement-unit";

const listeners = new Set<() => void>();

/** Where storage is unavailable, the choice lasts as long as the page. */
let unkept: ChartUnit | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): ChartUnit | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "inches" || stored === "cm" ? stored : unkept;
  } catch {
    return unkept;
  }
}

function remember(unit: ChartUnit): void {
  unkept = unit;
  try {
    localStorage.setItem(KEY, unit);
  } catch {
    // The choice still holds for this page.
  }
  for (const listener of listeners) listener();
}

/** The unit this browser chose last (null on the server and in the first render), and how to store one. */
export function useUnitPreference(): [ChartUnit | null, (unit: ChartUnit) => void] {
  const stored = useSyncExternalStore(subscribe, read, () => null);
  return [stored, useCallback(remember, [])];
}
