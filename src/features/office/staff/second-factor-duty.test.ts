import { expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { SETTINGS_SECTIONS } from "#features/base/settings/settings-sections.ts";
import type { DutyFacts } from "./second-factor-duty.ts";
import {
  decideSecondFactorDuty,
  handlesMeasurementsOrMoney,
  PUT_OFF_DAYS,
} from "./second-factor-duty.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const admin: DutyFacts = {
  role: "admin",
  isAtelier: false,
  hasFactor: false,
  requestSecondFactor: true,
  requireSecondFactor: false,
  requestedAt: null,
  dismissedAt: null,
};
const dutyOf = (changes: Partial<DutyFacts>) =>
  decideSecondFactorDuty({ ...admin, ...changes }, NOW);

test("every admin and everybody who opens measurements is asked, and customers are not", () => {
  expect(handlesMeasurementsOrMoney({ role: "admin", isAtelier: false })).toBe(true);
  expect(handlesMeasurementsOrMoney({ role: "admin", isAtelier: true })).toBe(true);
  expect(handlesMeasurementsOrMoney({ role: "customer", isAtelier: false })).toBe(false);
  expect(dutyOf({ role: "customer", requestedAt: daysAgo(100) })).toEqual({ kind: "none" });
});

test("it may be put off for 14 days from the first question, whenever the account was made", () => {
  expect(dutyOf({})).toMatchObject({ kind: "requested", daysLeft: 14, isQuiet: false });
  expect(dutyOf({ requestedAt: daysAgo(1) })).toMatchObject({ kind: "requested", daysLeft: 13 });
  expect(dutyOf({ requestedAt: daysAgo(13.9) })).toMatchObject({ kind: "requested", daysLeft: 1 });
  expect(dutyOf({ requestedAt: daysAgo(14) })).toEqual({ kind: "required" });
});

test("the owner's setting says for how many days it may be put off", () => {
  const { hint } = SETTINGS_SECTIONS.security.fields.requestSecondFactor;
  expect(hint).toContain(`It can be put off for ${PUT_OFF_DAYS} days`);
});

test("'Not now' is an answer for a day, and none on the last day", () => {
  const requestedAt = daysAgo(2);
  expect(dutyOf({ requestedAt, dismissedAt: daysAgo(0.5) })).toMatchObject({ isQuiet: true });
  expect(dutyOf({ requestedAt, dismissedAt: daysAgo(1) })).toMatchObject({ isQuiet: false });
  const last = dutyOf({ requestedAt: daysAgo(13.5), dismissedAt: daysAgo(0.1) });
  expect(last).toMatchObject({ daysLeft: 1, isQuiet: false });
});

test("somebody who has a factor is asked for nothing, at any time and with any setting", () => {
  const settings = { requestSecondFactor: true, requireSecondFactor: true };
  expect(dutyOf({ ...settings, hasFactor: true, requestedAt: daysAgo(100) })).toEqual({
    kind: "none",
  });
});

test("the owner can require it at once, or only have it offered until one press ends that", () => {
  expect(dutyOf({ requireSecondFactor: true })).toEqual({ kind: "required" });
  const off = { requestSecondFactor: false, requestedAt: daysAgo(100) };
  expect(dutyOf(off)).toEqual({ kind: "offered" });
  expect(dutyOf({ ...off, dismissedAt: daysAgo(50) })).toEqual({ kind: "none" });
});
