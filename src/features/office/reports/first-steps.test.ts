import { expect, it } from "vitest";
import type { ShopBeginnings } from "./first-steps.ts";
import { firstSteps, promisedReturnDays } from "./first-steps.ts";

const empty: ShopBeginnings = {
  isNamed: false,
  products: 0,
  offersCustom: false,
  hasAtelier: false,
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
  expect(firstSteps(empty).map(({ isDone }) => isDone)).toEqual(new Array(10).fill(false));
  const half = firstSteps({
    ...empty,
    isNamed: true,
    products: 39,
    offersCustom: true,
    hasAtelier: true,
    acceptsCards: true,
  });
  expect(half.filter(({ isDone }) => isDone).map(({ title }) => title)).toEqual([
    "Say who you are",
    "Add your products",
    "Have garments made to measure",
    "Decide who opens measurements",
    "Take cards",
  ]);
});

const sold: ShopBeginnings = {
  ...empty,
  mail: "accepted",
  lastBackupAt: new Date("2026-11-30T06:00:00Z"),
  hasSold: true,
};

it("a shop that has sold something, sends its emails and has backups needs no first steps", () => {
  expect(firstSteps({ ...sold, otherReturnDays: null })).toEqual([]);
});

it("goes on asking for a mail server and backups after the first sale, until they are there", () => {
  const left = firstSteps({ ...empty, hasSold: true, otherReturnDays: null });
  expect(left.map(({ title }) => title)).toEqual(["Let mails go out", "Have backups made"]);
});

// Specification 9.13
it("asks the owner to resolve a promise of returns that is not the Returns page's, also after the first sale", () => {
  const text = "Free AI-Fit Remeasurements + 365-Day Returns";
  expect(promisedReturnDays(text)).toBe(365);
  expect(promisedReturnDays("30 days return, free alterations")).toBe(30);
  expect(promisedReturnDays("Free remeasurements")).toBeNull();
  const [step, ...others] = firstSteps(sold);
  expect(others).toEqual([]);
  expect(step).toMatchObject({ isDone: false, path: "/admin?tab=settings&part=notices" });
  expect(step?.text).toContain("365 days");
});
