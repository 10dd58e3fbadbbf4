/** Drafts for paper until it is ended, and reports each draft; a test starts it as a process. */
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { MEASURED_MAN } from "./patterns.ts";

// A process that gives way gets no processor while the tests of other files need it.
const patterns = createPatternPool({ givesWay: false });
for (;;) {
  const ordered = { designs: ["simon"], measurements: MEASURED_MAN, fit: "regular" } as const;
  const drawing = { seamAllowance: 10, dimensioned: true };
  const draft = await draftGarment({ patterns }, { ...ordered, drawing });
  process.send?.(draft.ok ? "drafted" : draft.error.code);
}
