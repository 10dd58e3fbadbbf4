import { useSyncExternalStore } from "react";
import { useDestination } from "#app/components/delivery/destination-store.browser.ts";
import { unitOfCountry } from "#features/body/measurement/unit-of-country.ts";
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

/** The unit of the page that every visitor receives, in which the size chart is cut. */
const SHARED_UNIT: ChartUnit = "inches";

/**
 * The unit of measurements on this device: as chosen, otherwise as people measure in the visitor's country. The server and the first
 * render have the same one for everybody.
 */
export function useUnit(): [ChartUnit, (unit: ChartUnit) => void] {
  const chosen = useSyncExternalStore(subscribe, read, () => null);
  const destination = useDestination();
  return [chosen ?? (destination ? unitOfCountry(destination.country) : SHARED_UNIT), remember];
}
