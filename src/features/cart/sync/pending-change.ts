/** The age of a change: device clocks are wrong, but their differences are right. */
export type SentChange = {
  /** By the device's clock; null when unknown. */
  readonly agoMs: number | null;
  /** Made while signed out. */
  readonly guest: boolean;
};

/** After this time a device may bring a removed item back. */
export const REMOVAL_RETENTION_MS = 90 * 86_400_000;

/**
 * The time of a change by the server's clock, never in the future and never older than REMOVAL_RETENTION_MS. A change
 * of unknown age is treated as that old.
 */
export function momentOf({ agoMs }: Pick<SentChange, "agoMs">, nowMs: number): number {
  const ago = agoMs === null || Number.isNaN(agoMs) ? REMOVAL_RETENTION_MS : agoMs;
  return nowMs - Math.round(Math.min(REMOVAL_RETENTION_MS, Math.max(0, ago)));
}

/**
 * The device's changes that belong to this account: all when the device holds no account's copy or this one's;
 * otherwise only those made while signed out.
 */
export function changesOfAccount<Each extends SentChange>(
  changes: readonly Each[],
  input: { keptFor: string | null; userId: string },
): Each[] {
  const { keptFor: storedFor, userId } = input;
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

/** Whether a change is still to be sent; lines that the server cannot store do not count. */
export function isUnsynced(changes: PendingChanges): boolean {
  return [...changes.values()].some(({ at }) => at !== DEVICE_ONLY.at);
}

/** Milliseconds; null when unknown. */
export function ageOf(change: PendingChange | undefined, nowMs: number): number | null {
  return change === undefined ? null : Math.max(0, nowMs - change.at);
}
