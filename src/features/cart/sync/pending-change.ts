/** When a device changed something, by its own clock, and whether nobody was signed in then. */
export type PendingChange = { readonly at: number; readonly guest: boolean };

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
