import type { Clock } from "#platform/clock.server.ts";

/** A clock that moves only when advanced. */
export type FixedClock = Clock & { advance(ms: number): void; set(iso: string): void };

/** A clock fixed at a moment, given as ISO 8601. */
export function fixedClock(iso: string): FixedClock {
  let now = Date.parse(iso);
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms;
    },
    set: (next) => {
      now = Date.parse(next);
    },
  };
}
