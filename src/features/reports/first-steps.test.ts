import { expect, it } from "vitest";
import { firstSteps } from "./first-steps.ts";

const empty = {
  isNamed: false,
  products: 0,
  takesCards: false,
  isShippingSet: false,
  sendsMail: false,
  hasSold: false,
};

it("a new shop shows its first steps and which are done", () => {
  expect(firstSteps(empty).map(({ isDone }) => isDone)).toEqual(new Array(6).fill(false));
  const half = firstSteps({ ...empty, isNamed: true, products: 39, takesCards: true });
  expect(half.filter(({ isDone }) => isDone).map(({ title }) => title)).toEqual([
    "Say who you are",
    "Add your products",
    "Take cards",
  ]);
});

it("a shop that has sold something needs no first steps", () => {
  expect(firstSteps({ ...empty, hasSold: true })).toEqual([]);
});
