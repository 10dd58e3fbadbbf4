import type { Fault, FaultChoice } from "../stripe/faults.ts";
import type { Chance } from "./chance.ts";
import { pickWeighted } from "./chance.ts";

/** Down for the last third. */
const PERIOD_MS = 1_500;
const DOWN_SHARE = 1 / 3;
const FAULT_SHARE = 0.02;

const OUTAGES: readonly (readonly [Fault, number])[] = [
  [{ kind: "drop" }, 4],
  [{ kind: "lose" }, 2],
  [{ kind: "error", status: 503 }, 3],
  [{ kind: "error", status: 500 }, 1],
  [{ kind: "late", ms: 400 }, 1],
];
const FAULTS: readonly (readonly [Fault, number])[] = [
  [{ kind: "error", status: 429 }, 2],
  [{ kind: "twice" }, 2],
  [{ kind: "late", ms: 150 }, 2],
  [{ kind: "lose" }, 1],
];

export function randomFaults(chance: Chance): FaultChoice {
  return () => {
    const moment = (performance.now() % PERIOD_MS) / PERIOD_MS;
    if (moment > 1 - DOWN_SHARE) return pickWeighted(chance, OUTAGES);
    return chance() < FAULT_SHARE ? pickWeighted(chance, FAULTS) : null;
  };
}
