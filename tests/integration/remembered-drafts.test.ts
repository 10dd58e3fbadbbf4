import { afterAll, expect, test } from "vitest";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { MEASURED_MAN } from "../support/patterns.ts";
import { createRememberingPool } from "../support/remembered-drafts.ts";

const patterns = createPatternPool({ givesWay: false });
const remembering = createRememberingPool();
afterAll(() => Promise.all([patterns.stop(), remembering.stop()]));

const shirt = (label: string, seamAllowance = 10) => ({
  designs: ["teagan" as const],
  measurements: MEASURED_MAN,
  fit: "regular" as const,
  drawing: { seamAllowance, dimensioned: false, maxWidth: 821, label },
});

test("a remembered draft with the label of another order is the draft that the shop makes", async () => {
  await draftGarment({ patterns: remembering }, shirt("DM-1042 Camp Street Shirt"));
  const remembered = await draftGarment({ patterns: remembering }, shirt("DM-7 Another shirt"));
  expect(remembered).toEqual(await draftGarment({ patterns }, shirt("DM-7 Another shirt")));
  const wider = await draftGarment({ patterns: remembering }, shirt("DM-7 Another shirt", 15));
  expect(wider).toEqual(await draftGarment({ patterns }, shirt("DM-7 Another shirt", 15)));
  expect(wider).not.toEqual(remembered);
});
