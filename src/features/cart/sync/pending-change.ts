/** What a device tells of when a change was made: how long ago, because the clocks of devices are wrong and their differences right. */
export type SentChange = {
  /** Milliseconds since the change by the device's own clock; null when the device does not know. */
  readonly agoMs: number | null;
  /** Made while nobody was signed in on the device. */
  readonly guest: boolean;
};

/** How long it is remembered that something was removed: a device that was away for longer may bring it back. */
export const REMOVAL_RETENTION_MS = 90 * 86_400_000;

/**
 * The moment of a change by the shop's clock: never in the future, whatever the device believes, and never older than a removal is
 * remembered. A change of unknown age counts as that old, so that every known one stands before it.
 */
export function momentOf({ agoMs }: Pick<SentChange, "agoMs">, nowMs: number): number {
  const ago = agoMs === null || Number.isNaN(agoMs) ? REMOVAL_RETENTION_MS : agoMs;
  return nowMs - Math.round(Math.min(REMOVAL_RETENTION_MS, Math.max(0, ago)));
}

/**
 * The changes of a device that belong to the account which asks: all of them on a device that holds nobody's copy or its own. What a device
 * holds for another account stays that account's; only what was done there after that account had signed out comes along.
 */
export function changesOfAccount<Each extends SentChange>(
  changes: readonly Each[],
  input: { keptFor: string | null; userId: string },
): Each[] {
  const { keptFor, userId } = input;
  const isOwn = keptFor === null || keptFor === userId;
  return changes.filter((change) => isOwn || change.guest);
}

/** When a device changed something, by its own clock, and whether nobody was signed in then. */
type PendingChange = { readonly at: number; readonly guest: boolean };

/** The changes of a device that no server has taken over yet, by what they are about. */
export type PendingChanges = ReadonlyMap<string, PendingChange>;

/** Reads whatever lies in the browser's storage without ever throwing: what is no mark is left out. */
export function parsePendingChanges(stored: string | null): PendingChanges {
  let decoded: unknown;
  try {
    decoded = JSON.parse(stored ?? "{}");
  } catch {
    return new Map();
  }
  const marks = Object.entries(decoded ?? {}).flatMap(([key, mark]): [string, PendingChange][] => {
    const { at, guest } = (mark ?? {}) as { at?: unknown; guest?: unknown };
    return typeof at === "number" ? [[key, { at, guest: guest === true }]] : [];
  });
  return new Map(marks);
}

/** The mark of what the server was told and cannot keep: the device alone has it. */
export const DEVICE_ONLY: PendingChange = { at: 0, guest: false };

/** Whether any of the changes is one that the server was not told of. */
export function isUnsynced(marks: PendingChanges): boolean {
  return [...marks.values()].some(({ at }) => at !== DEVICE_ONLY.at);
}

/** How long ago something was changed; null when the device does not know. */
export function ageOf(mark: PendingChange | undefined, nowMs: number): number | null {
  return mark === undefined ? null : Math.max(0, nowMs - mark.at);
}
