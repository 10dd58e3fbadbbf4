import type { Clock } from "#platform/clock.server.ts";

/** Moves only when advanced. */
export type FixedClock = Clock & { advance(ms: number): void; set(iso: string): void };

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
