/** The next random number from 0 to 1, which a seed repeats (mulberry32). */
export type Chance = () => number;

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pickWeighted<Item>(
  chance: Chance,
  weighted: readonly (readonly [Item, number])[],
): Item {
  const whole = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let left = chance() * whole;
  for (const [item, weight] of weighted) {
    left -= weight;
    if (left < 0) return item;
  }
  const [first] = weighted;
  if (!first) throw new Error("Nothing to pick from");
  return first[0];
}
