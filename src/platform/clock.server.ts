/** The only source of the present moment for use cases, so that tests can fix it. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
