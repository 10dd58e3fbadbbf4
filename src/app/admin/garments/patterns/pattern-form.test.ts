import { expect, test } from "vitest";
import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { testPattern } from "#tests/support/patterns.ts";
import { readChoices } from "./pattern-form.server.ts";

function componentOf(content: Partial<PatternContent>): OpenComponent {
  return {
    component: "jacket",
    title: "Blazer",
    status: "ready",
    version: 1,
    isApproved: false,
    choices: [],
    id: "1",
    contractVersion: 1,
    origin: "order",
    createdAt: new Date(0),
    approvedAt: null,
    approvedName: "",
    packages: {},
    content: testPattern({ design: "jaeger", ...content }),
  };
}

/** What a tailor's form says of the alterations. */
function shapeOf(fields: Readonly<Record<string, string>>, content: Partial<PatternContent>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readChoices(form, componentOf(content)).shape;
}

const STOOPED = { shapeAmounts: { posture: 10 } };

test("an alteration that the tailor leaves as it is stays with the stated shape", () => {
  expect(shapeOf({ "shape.posture": "10", "shape.belly": "0" }, STOOPED)).toEqual({});
});

test("an alteration that the tailor changes is hers, within its range, and stays hers", () => {
  expect(shapeOf({ "shape.posture": "6.5" }, STOOPED)).toEqual({ posture: 6.5 });
  expect(shapeOf({ "shape.posture": "0" }, STOOPED)).toEqual({ posture: 0 });
  expect(shapeOf({ "shape.posture": "90", "shape.belly": "-3" }, STOOPED)).toEqual({ posture: 12 });
  const own = { shape: { posture: 6.5 }, shapeAmounts: { posture: 6.5 } };
  expect(shapeOf({ "shape.posture": "6.5" }, own)).toEqual({ posture: 6.5 });
});

test("text, unknown alterations and those that the design does not have are left out", () => {
  const fields = {
    "shape.posture": "much",
    "shape.seat": "5",
    "shape.nape": "5",
    "shape.belly": "",
  };
  expect(shapeOf(fields, STOOPED)).toEqual({});
});

/** What a tailor's form says of eases. The option of 12.9 % makes 92 mm on a chest of 1,000 mm; 88 are asked for. */
function easesOf(fields: Readonly<Record<string, string>>, content: Partial<PatternContent> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const measure = { name: "chest", label: "Chest", body: 1_000, easeAsked: 88, least: 1_020 };
  const { eases, options } = readChoices(
    form,
    componentOf({
      measurements: { chest: 1_000 },
      solved: { chestEase: 0.129 },
      measures: [{ ...measure, finished: 1_092 }],
      ...content,
    }),
  );
  return { eases, options };
}

test("an ease that stays as the draft reaches it is no choice", () => {
  expect(easesOf({ "option.chestEase": "9.2" })).toEqual({ eases: {}, options: {} });
});

test("an ease that the tailor sets is asked for of the finished garment, and its option makes the difference", () => {
  const { eases, options } = easesOf({ "option.chestEase": "10.2" });
  expect(eases?.chestEase).toBeCloseTo(0.102, 9);
  expect(Number(options.chestEase)).toBeCloseTo(0.139, 9);
});

test("an ease stays within what the design allows", () => {
  const { eases, options } = easesOf({ "option.chestEase": "900" });
  expect(Number(options.chestEase)).toBeCloseTo(0.2, 3);
  expect(eases?.chestEase).toBeLessThan(0.2);
});
