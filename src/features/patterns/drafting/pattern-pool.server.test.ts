import { afterAll, expect, test } from "vitest";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { draftGarment, draftOnce } from "../draft-garment.server.ts";
import { createPatternPool } from "./pattern-pool.server.ts";

const patterns = createPatternPool();
afterAll(() => patterns.stop());

const ORDERED = { designs: ["simon"], measurements: MEASURED_MAN, fit: "regular" } as const;

test("a redraw does not wait for the drafts that wait before it", async () => {
  const first = await draftGarment({ patterns }, ORDERED);
  if (!first.ok) throw new Error(first.error.code);
  const { options } = first.value;
  const finished: string[] = [];
  const drafts = Array.from({ length: 20 }, async () => {
    const draft = await draftGarment({ patterns }, ORDERED);
    finished.push("draft");
    return draft;
  });
  const redraw = await draftOnce(
    { patterns },
    { design: "simon", measurements: MEASURED_MAN, options },
  );
  expect(redraw.ok).toBe(true);
  expect(finished.length).toBeLessThan(drafts.length);
  const drafted = await Promise.all(drafts);
  expect(drafted.every(({ ok }) => ok)).toBe(true);
});
