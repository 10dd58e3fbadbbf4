import { DAY_MS } from "#core/duration.ts";

/** An age, because device clocks are wrong. */
export type SentChange = {
  /** By the device's clock; null when unknown. */
  readonly agoMs: number | null;
  /** Made while signed out. */
  readonly guest: boolean;
};

/** Later a device may bring a removed item back. */
export const REMOVAL_RETENTION_MS = 90 * DAY_MS;

/** A change's time by the server's clock, at most REMOVAL_RETENTION_MS ago; unknown ages count as that. */
export function momentOf({ agoMs }: Pick<SentChange, "agoMs">, nowMs: number): number {
  const ago = agoMs === null || Number.isNaN(agoMs) ? REMOVAL_RETENTION_MS : agoMs;
  return nowMs - Math.round(Math.min(REMOVAL_RETENTION_MS, Math.max(0, ago)));
}

/**
 * The device's changes of this account: all if its copy is this account's or nobody's, else those made while
 * signed out.
 */
export function changesOfAccount<Each extends SentChange>(
  changes: readonly Each[],
  input: { storedFor: string | null; userId: string },
): Each[] {
  const { storedFor, userId } = input;
  const isOwn = storedFor === null || storedFor === userId;
  return changes.filter((change) => isOwn || change.guest);
}

/** `at` is the device's clock. */
type PendingChange = { readonly at: number; readonly guest: boolean };

/** Keyed by line or product. */
export type PendingChanges = ReadonlyMap<string, PendingChange>;

/** Invalid ones are dropped. Never throws. */
export function parsePendingChanges(stored: string | null): PendingChanges {
  let decoded: unknown;
  try {
    decoded = JSON.parse(stored ?? "{}");
  } catch {
    return new Map();
  }
  const changes = Object.entries(decoded ?? {}).flatMap(
    ([key, change]): [string, PendingChange][] => {
      const { at, guest } = (change ?? {}) as { at?: unknown; guest?: unknown };
      return typeof at === "number" ? [[key, { at, guest: guest === true }]] : [];
    },
  );
  return new Map(changes);
}

/** A line that the server cannot store. */
export const DEVICE_ONLY: PendingChange = { at: 0, guest: false };

/** Whether a change is unsent; lines the server cannot store do not count. */
export function isUnsynced(changes: PendingChanges): boolean {
  return [...changes.values()].some(({ at }) => at !== DEVICE_ONLY.at);
}

/** Milliseconds; null when unknown. */
export function ageOf(change: PendingChange | undefined, nowMs: number): number | null {
  return change === undefined ? null : Math.max(0, nowMs - change.at);
}
