import { expect, it } from "vitest";
import type { ShopBeginnings } from "./first-steps.ts";
import { firstSteps, promisedReturnDays } from "./first-steps.ts";

const empty: ShopBeginnings = {
  isNamed: false,
  products: 0,
  acceptsCards: false,
  isShippingSet: false,
  mail: "files",
  lastBackupAt: null,
  lastBackupKeys: null,
  hasSold: false,
  otherReturnDays: 365,
  returnWindowDays: 30,
};

it("a new shop shows its first steps and which are done", () => {
  expect(firstSteps(empty).map(({ isDone }) => isDone)).toEqual(new Array(8).fill(false));
  const half = firstSteps({ ...empty, isNamed: true, products: 39, acceptsCards: true });
  expect(half.filter(({ isDone }) => isDone).map(({ title }) => title)).toEqual([
    "Say who you are",
    "Add your products",
    "Take cards",
  ]);
});

it("a shop that has sold something needs no first steps", () => {
  expect(firstSteps({ ...empty, hasSold: true, otherReturnDays: null })).toEqual([]);
});

// Specification 9.13
it("asks the owner to resolve a promise of returns that is not the Returns page's, also after the first sale", () => {
  const text = "Free AI-Fit Remeasurements + 365-Day Returns";
  expect(promisedReturnDays(text)).toBe(365);
  expect(promisedReturnDays("30 days return, free alterations")).toBe(30);
  expect(promisedReturnDays("Free remeasurements")).toBeNull();
  const [step, ...others] = firstSteps({ ...empty, hasSold: true });
  expect(others).toEqual([]);
  expect(step).toMatchObject({ isDone: false, path: "/admin?tab=settings&part=notices" });
  expect(step?.text).toContain("365 days");
});
