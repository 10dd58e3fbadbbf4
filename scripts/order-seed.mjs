/** The order of tests: TEST_SEED=0 or nothing is the written one, TEST_SEED=random draws a seed, a number repeats an order. */

/** Above it, tools read a seed differently. */
const MAX_SEED = 1_000_000_000;

/** Null for the written order. Says on one line how to have the same order again. */
export function chooseOrderSeed() {
  const requested = process.env.TEST_SEED ?? "0";
  const seed =
    requested === "random" ? 1 + Math.floor(Math.random() * (MAX_SEED - 1)) : Number(requested);
  if (!Number.isInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw new Error(`TEST_SEED is "random" or a whole number from 0, not "${requested}"`);
  }
  console.log(
    seed === 0
      ? "Order of tests: as written (seed 0; TEST_SEED=random draws another)"
      : `Order of tests: seed ${seed} (TEST_SEED=${seed} repeats it)`,
  );
  return seed === 0 ? null : seed;
}

/** Shuffles files and the tests of a file. */
export const vitestOrder = (seed) =>
  seed === null
    ? []
    : ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`];

/** Shuffles files, and with `isOneFile` also its tests, which share one shop with one worker. */
export const playwrightOrder = (seed, isOneFile = false) => {
  if (seed === null) return [];
  const files = [`--shuffle=${seed}`];
  return isOneFile ? files.concat("--fully-parallel", "--workers=1") : files;
};
