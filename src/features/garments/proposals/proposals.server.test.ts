import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { getProfile } from "#features/body/measurement/profiles.server.ts";
import { confidenceText } from "#features/garments/contract/contract-changes.ts";
import {
  openContractsOfOrder,
  openNewestContract,
} from "#features/garments/contract/contract-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  addMeasuredPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { newestProposalToken, submittedProposal } from "#tests/support/proposals.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findLineContract, openLineAsStaff } from "./open-line.server.ts";
import type { ProposalInput } from "./proposal-input.ts";
import { listProposals } from "./proposal-queries.server.ts";
import { proposeChange, withdrawProposal } from "./propose-change.server.ts";
import { findProposal, respondToProposal } from "./respond-to-proposal.server.ts";
import { openReason, proposalColumn, reasonColumn } from "./stored-proposals.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const measurementBox = testMeasurementBox();
const sent: string[] = [];
const deps = {
  db,
  measurementBox,
  publicUrl: "https://shop.example",
  clock: fixedClock("2026-11-20T14:00:00Z"),
  jobs: { send: async (name: string) => void sent.push(name) },
};

async function staff(isAtelier: boolean) {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email, role: "admin", name: "Rosa" });
  await db.update(profiles).set({ isAtelier }).where(eq(profiles.id, userId));
  return { role: "admin", userId, name: "Rosa", email } satisfies Actor;
}

let tailor: Actor;
let order: { orderId: string; orderItemId: string };
beforeEach(async () => {
  await db.delete(mailOutbox);
  tailor = await staff(true);
  order = await createContractedOrder(db);
});

const propose = (changes?: Partial<ProposalInput>, actor: Actor = tailor) =>
  proposeChange(deps, {
    actor,
    orderItemId: order.orderItemId,
    submitted: submittedProposal(changes),
  });
const mails = () => db.select().from(mailOutbox).orderBy(mailOutbox.createdAt, mailOutbox.id);
const versions = () => openContractsOfOrder(deps, order.orderId);

const linkToken = () => newestProposalToken(db);

const steps = async () => {
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.orderId))
    .orderBy(asc(orderEvents.id));
  return events.map(({ type }) => type).filter((type) => type.startsWith("contract"));
};

describe("proposing a change", () => {
  test("sends the customer a private link and no measurement, and leaves the contract as it is", async () => {
    expect(await propose()).toEqual({ ok: true, value: null });
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: "contract-proposal", recipient: "rosa@example.com" });
    const mailText = `${mail?.subject} ${mail?.textBody}`.replaceAll(await linkToken(), "");
    expect(mailText).not.toMatch(/\b(83|81[.,]3|813|830|987)\b|waist/i);
    expect(mail?.htmlBody).not.toMatch(/waist|81\.3|reads small/i);
    expect(await versions()).toHaveLength(1);
    expect(await steps()).toEqual(["contract_proposed"]);
    const [row] = await db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, order.orderItemId));
    expect(JSON.stringify(row)).not.toMatch(/"value"|waist|reads small/);
    expect(JSON.stringify(row)).not.toContain(await linkToken());
  });

  test("is for the atelier alone", async () => {
    const forbidden = { ok: false, error: { code: "forbidden" } };
    expect(await propose({}, await staff(false))).toEqual(forbidden);
    expect(await propose({}, visitor)).toEqual(forbidden);
    expect(await mails()).toEqual([]);
  });

  test("is refused without a change, on a former version, for an unpaid order and for an unknown line", async () => {
    const code = (each: string) => ({ ok: false, error: { code: each } });
    expect(await propose({ values: { waist: "81.3" } })).toEqual(code("nothing_changed"));
    expect(await propose({ base: 2 })).toEqual(code("conflict"));
    const unpaid = await createContractedOrder(db, { status: "pending" });
    const input = { actor: tailor, submitted: submittedProposal() };
    expect(await proposeChange(deps, { ...input, orderItemId: unpaid.orderItemId })).toEqual(
      code("not_paid"),
    );
    expect(await proposeChange(deps, { ...input, orderItemId: newId() })).toEqual(
      code("not_found"),
    );
  });

  test("names the field of a value that is no number and of an option that is not offered", async () => {
    const refused = await propose({ values: { waist: "wide" }, choices: { Lapel: "Shawl" } });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: "invalid",
        errors: { "values.waist": expect.any(String), "choices.Lapel": expect.any(String) },
      },
    });
  });
});

describe("answering a proposal", () => {
  test("a change of numbers that were measured by link and not shared is approved without reading one", async () => {
    const hidden = testSpecification({ measuredByLink: true });
    order = await createContractedOrder(db, { specification: hidden });
    await propose({ remarks: "More room at the elbow.", note: "One value was taken again." });
    const token = await linkToken();
    const found = await findProposal(deps, token);
    expect(found.ok && found.value.open).toMatchObject({
      before: { specification: { measurements: {}, posture: null } },
      after: { specification: { measurements: {}, posture: null } },
      changes: [
        { label: "Waist", before: "Not shown", after: "Changed, not shown" },
        {
          label: "Remarks",
          before: "A little room at the elbow.",
          after: "More room at the elbow.",
        },
      ],
    });
    const approved = await respondToProposal(deps, { token, response: { isApproved: true } });
    expect(approved.ok).toBe(true);
    const newest = await openNewestContract(deps, order.orderItemId);
    expect(newest?.specification).toMatchObject({
      measuredByLink: true,
      measurements: { waist: { value: 830 }, chest: { value: 987 } },
    });
    const [first, second] = await versions();
    expect([first, second].map((each) => each?.specification?.measurements)).toEqual([{}, {}]);
  });

  test("shows old and new side by side while it is open", async () => {
    await propose({ remarks: "More room at the elbow." });
    const found = await findProposal(deps, await linkToken());
    expect(found.ok && found.value).toMatchObject({
      state: "open",
      productName: "Stabroek Suit",
      open: {
        note: "The waist reads small beside the chest.",
        changes: [
          { label: "Waist", before: "81.3 cm (32 in)", after: "83 cm (32 5/8 in)" },
          {
            label: "Remarks",
            before: "A little room at the elbow.",
            after: "More room at the elbow.",
          },
        ],
      },
    });
  });

  test("approving writes the next version behind the first, once", async () => {
    await propose();
    const token = await linkToken();
    const approve = () => respondToProposal(deps, { token, response: { isApproved: true } });
    const both = await Promise.all([approve(), approve()]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const all = await versions();
    expect(all).toMatchObject([
      { version: 1, state: "valid", specification: testSpecification() },
      {
        version: 2,
        state: "valid",
        origin: "proposal",
        specification: {
          measurements: { waist: { value: 830, confirmed: true }, chest: { value: 987 } },
        },
      },
    ]);
    expect(all[1]?.previousHash).toBe(all[0]?.hash);
    expect(await steps()).toEqual(["contract_proposed", "contract_approved"]);
    const found = await findProposal(deps, token);
    expect(found.ok && found.value).toMatchObject({ state: "approved", open: null });
    expect((await mails()).map(({ kind }) => kind)).toContain("contract-proposal-answered");
  });

  /** An order of an account that has the person whose waist of 813 mm the contract says. */
  async function orderOfAccount() {
    const email = `${newId()}@example.com`;
    const userId = await createCustomer(db, { email });
    const person = measuredPerson("Asha", { waist: 813 });
    const profileId = await addMeasuredPerson(db, userId, person);
    const specification = testSpecification({ profileId, label: "Asha" });
    order = await createContractedOrder(db, { customerEmail: email, userId, specification });
    const actor = { role: "customer", userId, name: "Asha", email } as const;
    const waists = async () => {
      const stored = await getProfile(deps, { actor, profileId });
      const readings = stored.ok ? (stored.value.profile?.readings.waist ?? []) : [];
      return readings.map(({ source, value }) => [source, value]);
    };
    return { waists };
  }

  test.each([
    [
      true,
      [
        ["self", 813],
        ["atelier", 830],
      ],
    ],
    [false, [["self", 813]]],
  ])(
    "numbers that the tailor proposed return to the account with the customer's yes, when she wants that: %s",
    async (returnToProfile, expected) => {
      const { waists } = await orderOfAccount();
      await propose();
      const token = await linkToken();
      const found = await findProposal(deps, token);
      expect(found.ok && found.value.open?.returnsTo).toBe("Asha");
      const response = { isApproved: true, returnToProfile } as const;
      expect((await respondToProposal(deps, { token, response })).ok).toBe(true);
      expect(await waists()).toEqual(expected);
    },
  );

  test("a guest's proposal, and one without other numbers, returns nothing to an account", async () => {
    await propose();
    const guests = await findProposal(deps, await linkToken());
    expect(guests.ok && guests.value.open?.returnsTo).toBeNull();
    const { waists } = await orderOfAccount();
    await propose({ values: {}, remarks: "More room at the elbow." });
    const token = await linkToken();
    const found = await findProposal(deps, token);
    expect(found.ok && found.value.open?.returnsTo).toBeNull();
    const response = { isApproved: true, returnToProfile: true } as const;
    expect((await respondToProposal(deps, { token, response })).ok).toBe(true);
    expect(await waists()).toEqual([["self", 813]]);
  });

  test("approving can leave out what an earlier garment changes, and the customer sees which", async () => {
    const correction = {
      point: "sleeve" as const,
      mm: -10,
      garmentId: newId(),
      product: "Camp Street Shirt",
      at: "2026-10-02T12:00:00.000Z",
    };
    const specification = testSpecification({ corrections: [correction] });
    order = await createContractedOrder(db, { specification });
    await propose({ leaveOut: { sleeve: "on" }, values: {} });
    const token = await linkToken();
    const found = await findProposal(deps, token);
    expect(found).toMatchObject({
      value: {
        open: { changes: [{ label: "Sleeves, from fit memory", after: null }] },
      },
    });
    await respondToProposal(deps, { token, response: { isApproved: true } });
    const [before, after] = await versions();
    expect(before?.specification?.corrections).toEqual([correction]);
    expect(after?.specification).toEqual(testSpecification());
  });

  test("declining keeps the contract, and its reason is sealed", async () => {
    await propose();
    const token = await linkToken();
    const response = { isApproved: false, reason: "My waist is 813 mm, I measured twice" } as const;
    expect(await respondToProposal(deps, { token, response })).toEqual({ ok: true, value: null });
    expect(await versions()).toHaveLength(1);
    const [row] = await db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, order.orderItemId));
    expect(JSON.stringify(row)).not.toContain("813 mm");
    expect(row && openReason(measurementBox, row)).toBe(response.reason);
    const events = await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.orderId));
    expect(JSON.stringify([events, await mails()])).not.toContain("813 mm");
  });

  test("a withdrawn, a replaced and an unknown link change nothing and show no measurement", async () => {
    await propose();
    const first = await linkToken();
    await propose({ values: { waist: "84" } });
    const second = await linkToken();
    expect(second).not.toBe(first);
    await withdrawProposal(deps, { actor: tailor, orderItemId: order.orderItemId });
    const stateOf = async (token: string) => {
      const found = await findProposal(deps, token);
      return found.ok ? [found.value.state, found.value.open] : found.error;
    };
    expect(await stateOf(first)).toEqual(["replaced", null]);
    expect(await stateOf(second)).toEqual(["withdrawn", null]);
    expect(await stateOf("nothing")).toBe("not_found");
    for (const token of [first, second]) {
      const reply = await respondToProposal(deps, { token, response: { isApproved: true } });
      expect(reply).toEqual({ ok: false, error: "ended" });
    }
    expect(await versions()).toHaveLength(1);
    expect(await listProposals(deps, order.orderId)).toMatchObject([
      { status: "withdrawn" },
      { status: "withdrawn" },
    ]);
  });

  test("a link that nobody answered for 30 days changes nothing and shows no measurement", async () => {
    await propose();
    const token = await linkToken();
    const [row] = await db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, order.orderItemId));
    const end = (row?.createdAt.getTime() ?? 0) + 30 * 86_400_000;
    const at = (moment: number) => ({ ...deps, clock: fixedClock(new Date(moment).toISOString()) });
    expect(await findProposal(at(end - 1_000), token)).toMatchObject({ value: { state: "open" } });
    expect(await findProposal(at(end), token)).toMatchObject({
      value: { state: "expired", open: null },
    });
    const response = { isApproved: true } as const;
    expect(await respondToProposal(at(end), { token, response })).toEqual({
      ok: false,
      error: "ended",
    });
    expect(await versions()).toHaveLength(1);
  });

  test("a proposal that nobody answered has ended for staff too, cannot be withdrawn, and is filled in for the next one", async () => {
    await propose({ values: { waist: "83" }, remarks: "More room" });
    const first = await linkToken();
    const [row] = await db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, order.orderItemId));
    const end = (row?.createdAt.getTime() ?? 0) + 30 * 86_400_000;
    const at = (moment: number) => ({ ...deps, clock: fixedClock(new Date(moment).toISOString()) });
    const { orderId, orderItemId } = order;
    const input = { actor: tailor, orderId, orderItemId };
    const statuses = async (moment: number) => {
      const found = await findLineContract(at(moment), input);
      return found.ok && found.value.proposals.map(({ status }) => status);
    };
    const open = async (moment: number) => {
      const opened = await openLineAsStaff(at(moment), { ...input, purpose: "A change" });
      return opened.ok && opened.value;
    };
    expect(await statuses(end - 1_000)).toEqual(["open"]);
    expect(await open(end - 1_000)).toMatchObject({ expired: null });
    expect(await statuses(end)).toEqual(["expired"]);
    expect(await open(end)).toMatchObject({
      proposals: [{ status: "expired" }],
      expired: { specification: { remarks: "More room", measurements: { waist: { value: 830 } } } },
    });
    expect(await withdrawProposal(at(end), input)).toEqual({ ok: false, error: "not_found" });
    expect(await steps()).toEqual(["contract_proposed"]);

    const again = { actor: tailor, orderItemId, submitted: submittedProposal() };
    expect(await proposeChange(at(end), again)).toEqual({ ok: true, value: null });
    expect((await statuses(end))?.toString()).toBe("expired,open");
    expect(await open(end)).toMatchObject({ expired: null });
    expect(await findProposal(at(end), first)).toMatchObject({ value: { state: "replaced" } });
  });

  test("of two proposals in a row the second one changes what the first one wrote", async () => {
    await propose();
    await respondToProposal(deps, { token: await linkToken(), response: { isApproved: true } });
    await propose({ base: 2, values: { waist: "83", neck: "40" } });
    await respondToProposal(deps, { token: await linkToken(), response: { isApproved: true } });
    const all = await versions();
    expect(all.map(({ state }) => state)).toEqual(["valid", "valid", "valid"]);
    expect(all[2]?.specification?.measurements).toMatchObject({
      waist: { value: 830 },
      neck: { value: 400 },
    });
    const rows = await db
      .select()
      .from(contracts)
      .where(eq(contracts.orderItemId, order.orderItemId));
    expect(rows).toHaveLength(3);
  });
});

describe("the confidence of a changed value", () => {
  const measured = (value: number, confidence: number, readings = 1) => ({
    value,
    confidence,
    readings,
    confirmed: false,
  });

  const requestedNeck = { name: "neck", level: "ask" } as const;

  async function changeWaist(before: Partial<FitSpecification>, waist: string) {
    const specification = { ...testSpecification(), ...before };
    order = await createContractedOrder(db, { specification });
    expect(await propose({ values: { waist } })).toMatchObject({ ok: true });
    await respondToProposal(deps, { token: await linkToken(), response: { isApproved: true } });
    const changed = (await versions()).at(-1)?.specification;
    if (!changed) throw new Error("The change was not written");
    return changed;
  }

  test("comes from the check of the new value as one reading, and its old finding is gone", async () => {
    const others = { chest: measured(987, 0.97, 2), neck: measured(389, 0.42) };
    // Entered three times with exchanged digits, and kept.
    const confirmed = { ...measured(318, 0.001, 3), confirmed: true };
    const findingsInsisted = [{ name: "waist", level: "stop" } as const, requestedNeck];
    const measurements = { ...others, waist: confirmed };
    const corrected = await changeWaist({ measurements, findingsInsisted }, "81.3");
    const { chest, neck, waist } = corrected.measurements;
    expect(waist).toMatchObject({ value: 813, readings: 1, confirmed: true });
    expect(waist?.confidence).toBeGreaterThan(0.9);
    expect(confidenceText(corrected, "waist")).toBe("Sure");
    // What was not changed says what it said.
    expect({ chest, neck }).toEqual(others);
    expect(corrected.findingsInsisted).toEqual([requestedNeck]);
  });

  test("is low for a new value that cannot be right, and the tailor is asked to check it", async () => {
    const mistaken = await changeWaist({}, "38.1");
    expect(mistaken.measurements.waist?.confidence).toBeLessThan(0.1);
    expect(mistaken.findingsInsisted).toContainEqual({ name: "waist", level: "stop" });
    expect(confidenceText(mistaken, "waist")).toMatch(/^Doubtful/);
  });
});

test("proposals and reasons are sealed anew with a new measurement key", async () => {
  await propose();
  await respondToProposal(deps, {
    token: await linkToken(),
    response: { isApproved: false, reason: "No" },
  });
  await propose();
  const box = createMeasurementBox({ current: "n".repeat(40), former: ["m".repeat(40)] });
  const resealing = { db, measurementBox: box, ownerUrl: "" };
  for (const column of [proposalColumn, reasonColumn]) {
    expect((await column.reseal(resealing)).resealed).toBeGreaterThan(0);
    expect(await column.reseal(resealing)).toEqual({ resealed: 0, unreadable: 0 });
  }
  const last = createMeasurementBox({ current: "n".repeat(40), former: [] });
  const rows = await db
    .select()
    .from(contractProposals)
    .where(eq(contractProposals.orderItemId, order.orderItemId));
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(proposalColumn.open(last, row)?.note).toBe(submittedProposal().note);
  expect(rows.map((row) => openReason(last, row)).sort()).toEqual(["", "No"]);
});
