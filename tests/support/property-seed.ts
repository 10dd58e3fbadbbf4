import fc from "fast-check";

/** Reproducible cases; `PROPERTY_SEED=new` checks others. */
const wanted = process.env.PROPERTY_SEED ?? "1966";

if (wanted !== "new") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
