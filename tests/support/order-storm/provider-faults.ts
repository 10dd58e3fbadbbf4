import type { Fault, FaultChoice } from "../stripe/faults.ts";
import type { Chance } from "./chance.ts";
import { pickWeighted } from "./chance.ts";

/** Down for the last third of so many calls. */
const PERIOD_CALLS = 45;
const DOWN_SHARE = 1 / 3;
const FAULT_SHARE = 0.02;

/** "late": after the provider's next call. */
type FaultName = Fault | "late";

const OUTAGES: readonly (readonly [FaultName, number])[] = [
  [{ kind: "drop" }, 4],
  [{ kind: "lose" }, 2],
  [{ kind: "error", status: 503 }, 3],
  [{ kind: "error", status: 500 }, 1],
  ["late", 1],
];
const FAULTS: readonly (readonly [FaultName, number])[] = [
  [{ kind: "error", status: 429 }, 2],
  [{ kind: "twice" }, 2],
  ["late", 2],
  [{ kind: "lose" }, 1],
];

export function randomFaults(chance: Chance): FaultChoice {
  let calls = 0;
  let nextCall = Promise.withResolvers<void>();
  return () => {
    calls += 1;
    nextCall.resolve();
    nextCall = Promise.withResolvers<void>();
    const isDown = (calls % PERIOD_CALLS) / PERIOD_CALLS > 1 - DOWN_SHARE;
    if (!isDown && chance() >= FAULT_SHARE) return null;
    const fault = pickWeighted(chance, isDown ? OUTAGES : FAULTS);
    return fault === "late" ? { kind: "late", until: nextCall.promise } : fault;
  };
}
