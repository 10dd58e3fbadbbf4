/**
 * ACCESS=1 runs what is heard, low windows, large and spaced text, names that are spoken and contrast themes: checks that
 * cost a third of the browser part, and need a machine that is not busy.
 */
export const runsSlowChecks = Boolean(process.env.ACCESS || process.env.HEARD_WRITE);
