import { useSyncExternalStore } from "react";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";

const KEY = "measurement-unit";

const { subscribe, notify } = createListeners();

/** The choice of a browser without storage, which lasts as long as the page. */
let unstored: ChartUnit | null = null;

function read(): ChartUnit | null {
  const stored = readStored(KEY);
  return stored === "inches" || stored === "cm" ? stored : unstored;
}

function remember(unit: ChartUnit): void {
  unstored = unit;
  writeStored(KEY, unit);
  notify();
}

/** Null on the server and in the first render. */
export function useUnitPreference(): [ChartUnit | null, (unit: ChartUnit) => void] {
  return [useSyncExternalStore(subscribe, read, () => null), remember];
}
