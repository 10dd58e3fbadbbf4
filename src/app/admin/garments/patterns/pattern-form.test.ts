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
