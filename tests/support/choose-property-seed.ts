const USUAL = "1966";
const MAX_SEED = 2 ** 31 - 1;

/** PROPERTY_SEED=new draws a seed for the run. Says on one line how to check the same cases again; for the tests' processes. */
export function choosePropertySeed(): void {
  const wanted = process.env.PROPERTY_SEED ?? USUAL;
  const seed = wanted === "new" ? String(Math.ceil(Math.random() * MAX_SEED)) : wanted;
  process.env.PROPERTY_SEED = seed;
  const others = seed === USUAL ? "PROPERTY_SEED=new checks others" : "PROPERTY_SEED repeats them";
  console.log(`Cases of properties: seed ${seed} (${others})`);
}
