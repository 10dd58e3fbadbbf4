import { expect, it } from "vitest";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { draftComponent } from "./draft-component.server.ts";

const untouched = {
  run: () => {
    throw new Error("Nothing is drafted for a cloth that does not suit.");
  },
} as unknown as PatternPool;

it("a column gown of woven cloth is drafted by hand, with the stretch that its design needs", async () => {
  const drafted = await draftComponent(
    { patterns: untouched },
    {
      component: "columnGown",
      specification: { measurements: {} },
      choices: { fit: "regular", options: {}, seamAllowance: 10 },
      house: {},
      label: "",
      changes: [],
      ordered: [],
      clothStretches: [0],
    },
  );
  expect(drafted).toMatchObject({
    ok: true,
    value: {
      status: "by_hand",
      content: { note: expect.stringContaining("this design needs 25\u00A0%"), parts: [] },
    },
  });
});
