const MB = 1_000_000;

/**
 * "small": a form of text, as nearly all are. "text": a longer one, held in memory. "file": a form with photos, stored on the
 * disk. Each has a limit of its own, so that long bodies never stand in the way of an order.
 */
export type BodyKind = "small" | "text" | "file";

type BodyLimit = {
  /** Of one address at a time. */
  readonly ofAddress: { readonly bytes: number; readonly bodies: number };
  /** Of all addresses at a time, in this process. */
  readonly bytesInAll: number;
};

/** Families and phone networks share an address; so many of them may send a form in the same instant. */
export const BODY_LIMITS: Readonly<Record<BodyKind, BodyLimit>> = {
  small: { ofAddress: { bytes: 2 * MB, bodies: 1_000 }, bytesInAll: 128 * MB },
  text: { ofAddress: { bytes: 4 * MB, bodies: 8 }, bytesInAll: 64 * MB },
  file: { ofAddress: { bytes: 50 * MB, bodies: 6 }, bytesInAll: 320 * MB },
};

/** Which limit has no room for a body now. */
export type NoRoom = "address" | "all";

type Usage = { bytes: number; bodies: number };

export type BodiesInFlight = {
  /**
   * Counts a body until the returned function is called, or says which limit it would exceed. `bytes`: its declared length, or the
   * most that it may have.
   */
  enter(kind: BodyKind, client: string, bytes: number): NoRoom | (() => void);
};

/** Counts the bodies that are being received or handled, by kind and address. */
export function createBodiesInFlight(limits = BODY_LIMITS): BodiesInFlight {
  const inAll: Record<BodyKind, number> = { small: 0, text: 0, file: 0 };
  const ofAddress = new Map<string, Usage>();
  return {
    enter(kind, client, bytes) {
      const { bytesInAll, ofAddress: most } = limits[kind];
      const key = `${kind} ${client}`;
      const usage = ofAddress.get(key) ?? { bytes: 0, bodies: 0 };
      if (usage.bodies + 1 > most.bodies || usage.bytes + bytes > most.bytes) return "address";
      if (inAll[kind] + bytes > bytesInAll) return "all";
      usage.bytes += bytes;
      usage.bodies += 1;
      inAll[kind] += bytes;
      ofAddress.set(key, usage);
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        usage.bytes -= bytes;
        usage.bodies -= 1;
        inAll[kind] -= bytes;
        if (usage.bodies === 0) ofAddress.delete(key);
      };
    },
  };
}
