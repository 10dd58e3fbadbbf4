import type { Fault, FaultChoice } from "../stripe/faults.ts";
import type { Chance } from "./chance.ts";
import { pickWeighted } from "./chance.ts";

/** The provider is away for the last third of each of these. */
const SPELL_MS = 1_500;
const DOWN_SHARE = 1 / 3;
/** What goes wrong in good weather: one call in fifty. */
const MISHAP_SHARE = 0.02;

const AWAY: readonly (readonly [Fault, number])[] = [
  [{ kind: "drop" }, 4],
  [{ kind: "lose" }, 2],
  [{ kind: "error", status: 503 }, 3],
  [{ kind: "error", status: 500 }, 1],
  [{ kind: "late", ms: 400 }, 1],
];
const MISHAPS: readonly (readonly [Fault, number])[] = [
  [{ kind: "error", status: 429 }, 2],
  [{ kind: "twice" }, 2],
  [{ kind: "late", ms: 150 }, 2],
  [{ kind: "lose" }, 1],
];

/** A provider that is down a third of the time, in every way in which one is, and seldom quite well in between. */
export function stormyWeather(chance: Chance): FaultChoice {
  return () => {
    const moment = (performance.now() % SPELL_MS) / SPELL_MS;
    if (moment > 1 - DOWN_SHARE) return pickWeighted(chance, AWAY);
    return chance() < MISHAP_SHARE ? pickWeighted(chance, MISHAPS) : null;
  };
}
