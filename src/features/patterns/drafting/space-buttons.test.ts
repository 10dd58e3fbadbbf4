import { expect, test } from "vitest";
import { MEASURED_MAN, MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DraftInput } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";
import { BUTTON_SPACING_MM } from "./space-buttons.ts";

const BODIES = { carlton: MEASURED_MAN, carlita: MEASURED_WOMAN };

/** Where the print of a coat has its buttons: along the front, and from its middle. */
async function buttonsOf(design: keyof typeof BODIES, styles: NonNullable<DraftInput["styles"]>) {
  const drawing = { seamAllowance: 10, dimensioned: false };
  const measurements = BODIES[design];
  const job = validateDraft({ designs: [design], measurements, fit: "regular", styles, drawing });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const { drawing: drawn, status } = await runDraftJob(job.value);
  const stacks = (drawn?.svg ?? "").split('<g id="fs-stack-');
  const front = stacks.find((stack) => stack.startsWith(`${design}.front-part-`)) ?? "";
  const uses = [...front.matchAll(/<use x="([-\d.]+)" y="([-\d.]+)" xlink:href="#button"/g)];
  return { status, buttons: uses.map(([, x, y]) => ({ x: Number(x), y: Number(y) })) };
}

const distinct = (values: readonly number[]) =>
  [...new Set(values.map(Math.round))].toSorted((a, b) => a - b);

test.each(["carlton", "carlita"] as const)(
  "%s with three buttons is ready, has one row of them at its center, and room between them",
  async (design) => {
    const { buttons, status } = await buttonsOf(design, ["closing:three", "length:knee"]);
    expect(status).toBe("ready");
    expect(distinct(buttons.map(({ x }) => x))).toEqual([0]);
    const heights = distinct(buttons.map(({ y }) => y));
    expect(heights).toHaveLength(3);
    expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeCloseTo(BUTTON_SPACING_MM, -0.5);
    expect((heights[2] ?? 0) - (heights[1] ?? 0)).toBeCloseTo(BUTTON_SPACING_MM, -0.5);
  },
);

test("a double-breasted coat has two rows, as far from its center on either side", async () => {
  const { buttons } = await buttonsOf("carlton", ["closing:double"]);
  const [left = 0, right = 0, ...others] = distinct(buttons.map(({ x }) => x));
  expect(others).toEqual([]);
  expect(right).toBeGreaterThan(40);
  expect(left).toBe(-right);
});
