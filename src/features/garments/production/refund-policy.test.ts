import { expect, test } from "vitest";
import { formatPercent } from "#core/format-number.ts";
import {
  cancellingSentences,
  POLICY_VERSION,
  policyOf,
  refundSharesOf,
} from "#features/garments/contract/policy.ts";
import { REFUND_STEPS } from "#features/garments/contract/refund-shares.ts";
import { isBeforeGate, STAGES } from "#features/garments/garment/garment.ts";
import { refundLinesAfterApproval, refundPercentOf, refundTextOf } from "./refund-policy.ts";

test("before the gate everything is given back, and no later stage gives more back than an earlier one", () => {
  const percents = STAGES.map((stage) => [stage, refundPercentOf(stage, POLICY_VERSION)] as const);
  for (const [stage, percent] of percents) if (isBeforeGate(stage)) expect(percent).toBe(100);
  const shares = percents.flatMap(([, percent]) => percent ?? []);
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  expect(refundPercentOf("shipped", POLICY_VERSION)).toBeNull();
  expect(refundPercentOf("cancelled", POLICY_VERSION)).toBeNull();
});

test("every share of the policy is in its text, and the text of a stage says the same share", () => {
  const text = cancellingSentences().join(" ");
  const shares = refundSharesOf(POLICY_VERSION);
  for (const step of REFUND_STEPS) {
    const percent = shares[step];
    expect(text).toContain(
      percent === 100 ? "its whole price" : percent === 0 ? "nothing" : formatPercent(percent),
    );
  }
  expect(refundTextOf("approved", POLICY_VERSION)).toContain(formatPercent(shares.approved));
  expect(refundTextOf("cut", POLICY_VERSION)).toContain(formatPercent(shares.cut));
});

test("an email, which is read later, says until when each share holds and nothing about now", () => {
  for (const version of [null, 1, POLICY_VERSION]) {
    const text = refundLinesAfterApproval(version).join(" ");
    const { approved, cut, sewn } = refundSharesOf(version ?? POLICY_VERSION);
    expect(text).not.toMatch(/\bnow\b/);
    expect(text).toContain(`Until we have cut the cloth, you get ${formatPercent(approved)}`);
    for (const percent of [cut, sewn]) expect(text).toContain(formatPercent(percent));
    expect(text).toContain("nothing once it is finished");
  }
});

test("the contract, the pages and the cancel button say the same sentences", () => {
  expect(policyOf(POLICY_VERSION)).toEqual(expect.arrayContaining([...cancellingSentences()]));
});

test("an order under the first policy, which said nothing about cancelling, has the first shares that there were", () => {
  expect(refundPercentOf("cut", 1)).toBe(refundPercentOf("cut", 2));
  expect(refundPercentOf("received", null)).toBe(100);
});
