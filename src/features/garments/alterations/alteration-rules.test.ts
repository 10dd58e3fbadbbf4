import { describe, expect, test } from "vitest";
import type { AlterationStatus } from "./alteration-rules.ts";
import {
  ALTERATION_CAUSES,
  ALTERATION_STATUSES,
  alterationMessages,
  alterationStep,
  alterationTerms,
  canBecomeAlteration,
  causeMessages,
  teachesFit,
} from "./alteration-rules.ts";

const delivered = new Date("2027-03-01T12:00:00Z");
const garment = { deliveredAt: delivered, hasOpenRequest: false, freeUsed: false, isOver: false };
const on = (day: string) => ({ days: 60, now: new Date(day) });

describe("the rules of alterations and remakes", () => {
  test("within the days after delivery everything may be asked for, and the first time is free", () => {
    const terms = alterationTerms(garment, on("2027-04-30T12:00:00Z"));
    expect(terms).toMatchObject({ isFree: true, closed: null });
    expect(terms.remedies).toEqual(["alteration", "local", "remake"]);
    expect(
      alterationTerms({ ...garment, freeUsed: true }, on("2027-03-02T12:00:00Z")),
    ).toMatchObject({ isFree: false, closed: null });
  });

  test("after the days only a garment that differs from its order is made again", () => {
    const terms = alterationTerms(garment, on("2027-04-30T12:00:01Z"));
    expect(terms).toMatchObject({ remedies: ["remake"], isFree: false });
  });

  test("nothing is asked for once its order was refunded or cancelled", () => {
    const over = { ...garment, isOver: true };
    expect(alterationTerms(over, on("2027-03-02T12:00:00Z"))).toMatchObject({
      remedies: [],
      closed: "over",
    });
  });

  test("nothing is asked for before delivery or beside an open request", () => {
    const waiting = { ...garment, deliveredAt: null };
    expect(alterationTerms(waiting, on("2027-03-02T12:00:00Z")).closed).toBe("not_delivered");
    const open = { ...garment, hasOpenRequest: true };
    expect(alterationTerms(open, on("2027-03-02T12:00:00Z"))).toMatchObject({
      remedies: [],
      closed: "open_request",
    });
  });
});

test("the transition table: every pair of states", () => {
  const allowed: Record<AlterationStatus, AlterationStatus[]> = {
    requested: ["approved", "credit", "remake", "declined"],
    approved: ["received", "done"],
    credit: ["done"],
    remake: ["done"],
    received: ["done", "remake"],
    declined: [],
    done: [],
  };
  for (const from of ALTERATION_STATUSES) {
    for (const to of ALTERATION_STATUSES) {
      expect([from, to, canBecomeAlteration(from, to)]).toEqual([
        from,
        to,
        allowed[from].includes(to),
      ]);
    }
    expect(alterationMessages[from]).not.toBe("");
  }
});

test("a cause that is not about the body teaches nothing about the fit", () => {
  expect(ALTERATION_CAUSES.filter((cause) => !teachesFit(cause))).toEqual([
    "sewing",
    "shrinkage",
    "shipping",
  ]);
  expect(Object.keys(causeMessages)).toEqual([...ALTERATION_CAUSES]);
});

test.each(ALTERATION_STATUSES)(
  "a request that is %s promises its customer no email in a shop without a mail server",
  (status) => {
    expect(alterationStep(status, { toFiles: false })).not.toBe("");
    expect(alterationStep(status, { toFiles: true })).not.toMatch(/email|writes? to you/);
  },
);
