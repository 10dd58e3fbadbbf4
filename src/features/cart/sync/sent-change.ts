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
