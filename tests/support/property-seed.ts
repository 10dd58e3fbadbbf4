import fc from "fast-check";

/** Reproducible cases, by the run's seed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED) });
