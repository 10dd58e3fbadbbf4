import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { saveByLink } from "#features/body/links/measure-by-link.server.ts";
import { saveProfile } from "#features/body/measurement/profiles.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { writeNextVersion } from "#features/garments/contract/write-version.server.ts";
import { findGate } from "#features/garments/garment/cut-gate.server.ts";
import {
  listRemeasuredLines,
  requestRemeasuredChange,
} from "#features/garments/production/remeasured-lines.server.ts";
import { createSpecification } from "#features/garments/specification/create-specification.server.ts";
import { deleteOldSpecifications } from "#features/garments/specification/old-specifications.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { addProduct, outbox, payUnheard, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { testAuth } from "#tests/support/identity.ts";
import { offerToMeasure } from "#tests/support/made-to-measure.ts";
import { measureByLink } from "#tests/support/measure-links.ts";
import { measuredPerson } from "#tests/support/measurements.ts";
import { garmentEventsOf, garmentsOf, staffMember, walk } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { finishMeasuring, listRemeasuredOfLink } from "./garments-of-link.server.ts";
import { findProposal, respondToProposal } from "./respond-to-proposal.server.ts";
import { addProposal } from "./stored-proposals.server.ts";

const bench = checkoutSuite();
const production = () => ({ ...bench, auth: testAuth(bench.db) });
const KNEE = 377;
const CORRECTED = 391;

async function aBride(): Promise<SignedIn> {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  return { role: "customer", userId, name: "Asha", email };
}

type Wearer = { link: string } | { profile: unknown };

/** A paid suit that is cut to somebody's numbers. */
async function paidSuit(actor: SignedIn, wearer: Wearer) {
  const productId = await addProduct(bench.db, { dollars: 1_000, stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType: "suit" }).where(eq(products.id, productId));
  await offerToMeasure(bench.db, productId);
  const fit = { fit: "close", remarks: "", monogram: "", choices: {}, profile: null, ...wearer };
  const created = await createSpecification(bench, {
    network: "203.0.113.7",
    actor,
    productId,
    submitted: fit,
  });
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  const request = requestFor(productId, { size: "Custom" });
  const lines = request.lines.map((line) => ({
    ...line,
    specification: created.value.specification,
  }));
  const order = await placed(bench, { ...request, actor, lines });
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  await settlePayment(bench, { id: randomUUID(), provider: "test", type: "session.paid", session });
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const itemId = item?.id ?? "";
  const [garment] = await garmentsOf(bench.db, itemId);
  if (!garment) throw new Error("no garment");
  return { actor, orderId: order.id, itemId, garment };
}

async function aWedding() {
  const actor = await aBride();
  const link = await measureByLink(bench, actor, { values: { knee: KNEE } });
  return { ...(await paidSuit(actor, { link: link.id })), link };
}

type Wedding = Awaited<ReturnType<typeof aWedding>>;

/** Some days after the newest version of a line's contract was agreed, by the database's clock. */
async function daysAfterContract(itemId: string, days: number): Promise<string> {
  const contract = await openNewestContract(bench, itemId);
  return new Date((contract?.createdAt.getTime() ?? 0) + days * DAY_MS).toISOString();
}

/** The person behind the link measures again and presses Done. */
async function correct({ itemId, link }: Wedding, knee: number, days = 1): Promise<void> {
  const { code, id, token } = link;
  const at = await daysAfterContract(itemId, days);
  const profile = measuredPerson("Bibi", { knee }, { id, at });
  expect((await saveByLink(bench, { token, code, profile })).ok).toBe(true);
  expect(await finishMeasuring(bench, { token, code })).toEqual({
    ok: true,
    value: { isDone: true },
  });
}

const kneeOf = async (itemId: string) => {
  const contract = await openNewestContract(bench, itemId);
  return [contract?.version, contract?.specification?.measurements.knee?.value];
};

/** What asked the customer of an order to agree to new numbers. */
const questionsOf = async ({ orderId }: Pick<Wedding, "orderId">) =>
  (await outbox(bench.db)).filter(
    ({ dedupeKey, subject }) =>
      dedupeKey.startsWith(`contract-proposal:${orderId}`) &&
      subject.startsWith("Bibi has measured again"),
  );

const tokenIn = (text: string) => /\/contract\/([0-9a-f]+)/.exec(text)?.[1] ?? "";

const blockersOf = async ({ garment }: Pick<Wedding, "garment">) =>
  (await findGate(bench, garment)).blockers;

describe("somebody who corrects a number behind a link after the order", () => {
  test("reaches the garment also when it was ordered long before, as long as it is in work", async () => {
    const later = { limit: 100, now: new Date(Date.now() + 400 * DAY_MS) };
    // What other tests of this file have ordered is not counted.
    await deleteOldSpecifications(bench.db, later);
    const wedding = await aWedding();
    const { garment, itemId } = wedding;
    expect(await deleteOldSpecifications(bench.db, later)).toBe(0);
    await correct(wedding, CORRECTED);
    expect(await questionsOf(wedding)).toHaveLength(1);
    await bench.db.update(garments).set({ stage: "cancelled" }).where(eq(garments.id, garment.id));
    expect(await deleteOldSpecifications(bench.db, later)).toBe(1);
    expect(await kneeOf(itemId)).toEqual([1, KNEE]);
  });

  test("has it proposed to the customer without the number, and the contract gets it with the customer's yes", async () => {
    const wedding = await aWedding();
    expect(await blockersOf(wedding)).not.toContain("proposal_open");
    await correct(wedding, CORRECTED);

    expect(await kneeOf(wedding.itemId)).toEqual([1, KNEE]);
    expect(await blockersOf(wedding)).toContain("proposal_open");
    const [email, ...others] = await questionsOf(wedding);
    expect(others).toEqual([]);
    const text = email?.textBody ?? "";
    const saysNumber = findMeasured({ knee: KNEE, seat: CORRECTED });
    expect(saysNumber(text)).toBe(false);
    const shown = await findProposal(bench, tokenIn(text));
    expect(saysNumber(JSON.stringify(shown))).toBe(false);
    expect(shown).toMatchObject({
      value: {
        state: "open",
        open: { changes: [{ label: "Knee", before: "Not shown", after: "Changed, not shown" }] },
      },
    });
    expect(await listRemeasuredOfLink(bench, wedding.link.id)).toMatchObject([
      {
        state: "waits",
        changes: [
          {
            label: "Knee",
            before: expect.stringContaining("37.7"),
            after: expect.stringContaining("39.1"),
          },
        ],
      },
    ]);

    const response = { isApproved: true } as const;
    expect((await respondToProposal(bench, { token: tokenIn(text), response })).ok).toBe(true);
    expect(await kneeOf(wedding.itemId)).toEqual([2, CORRECTED]);
    expect(await listRemeasuredOfLink(bench, wedding.link.id)).toEqual([]);
  });

  test("asks once for the same numbers, anew for others, and takes the question back with the correction", async () => {
    const wedding = await aWedding();
    await correct(wedding, CORRECTED);
    await correct(wedding, CORRECTED);
    const countQuestions = async () => (await questionsOf(wedding)).length;
    expect(await countQuestions()).toBe(1);
    await correct(wedding, 385, 2);
    expect(await countQuestions()).toBe(2);
    await correct(wedding, KNEE, 3);
    expect(await countQuestions()).toBe(2);
    expect(await blockersOf(wedding)).not.toContain("proposal_open");
    expect(await listRemeasuredOfLink(bench, wedding.link.id)).toEqual([]);
  });

  test("is told when the customer declines, and the contract stays", async () => {
    const wedding = await aWedding();
    await correct(wedding, CORRECTED);
    const [question] = await questionsOf(wedding);
    const token = tokenIn(question?.textBody ?? "");
    await respondToProposal(bench, { token, response: { isApproved: false, reason: "" } });
    expect(await kneeOf(wedding.itemId)).toEqual([1, KNEE]);
    expect(await listRemeasuredOfLink(bench, wedding.link.id)).toMatchObject([
      { state: "not_agreed" },
    ]);
  });

  test("after the approval to cut, the atelier is asked once, and the garment's page says so", async () => {
    const wedding = await aWedding();
    const tailor = await staffMember(bench.db, true);
    const stages = ["checked", "pattern_ready", "approved"];
    await walk(production(), tailor, wedding.garment.id, stages);
    await correct(wedding, CORRECTED);
    await correct(wedding, CORRECTED);
    expect(await kneeOf(wedding.itemId)).toEqual([1, KNEE]);
    const notices = (await outbox(bench.db)).filter(
      ({ dedupeKey }) => dedupeKey?.startsWith(`remeasured:${wedding.itemId}`) ?? false,
    );
    expect(notices).toHaveLength(1);
    expect(findMeasured({ knee: KNEE, seat: CORRECTED })(notices[0]?.textBody ?? "")).toBe(false);
    const notes = (await garmentEventsOf(bench.db, wedding.garment.id)).filter(
      ({ kind }) => kind === "note",
    );
    expect(notes).toMatchObject([{ note: expect.stringContaining("Bibi has measured again") }]);
    expect(await listRemeasuredOfLink(bench, wedding.link.id)).toMatchObject([
      { state: "atelier" },
    ]);
  });
});

test("older numbers of the person do not undo what the contract has agreed on since", async () => {
  const { itemId, link } = await aWedding();
  const newest = await openNewestContract(bench, itemId);
  if (!newest?.specification) throw new Error("no contract");
  const knee = { value: 400, confidence: 1, readings: 1, confirmed: true };
  const { specification, terms } = newest;
  const agreed = {
    specification: { ...specification, measurements: { ...specification.measurements, knee } },
    terms,
  };
  await bench.db.transaction(async (tx) => {
    const proposalId = await addProposal(tx, bench, {
      origin: "customer",
      orderItemId: itemId,
      baseVersion: 1,
      content: { ...agreed, note: "" },
      now: bench.clock.now(),
    });
    await writeNextVersion(tx, bench, newest, { ...agreed, proposalId });
  });
  const { code, id, token } = link;
  expect((await finishMeasuring(bench, { token, code })).ok).toBe(true);
  expect(await kneeOf(itemId)).toEqual([2, 400]);
  expect(await listRemeasuredOfLink(bench, id)).toEqual([]);
});

describe("a customer whose own person has new numbers", () => {
  async function remeasured() {
    const actor = await aBride();
    const profile = measuredPerson("Asha", { knee: KNEE });
    const save = (knee: number, at: string) =>
      saveProfile(bench, {
        actor,
        profile: measuredPerson("Asha", { knee }, { id: profile.id, at }),
        consentVersion: 1,
        revision: null,
      });
    expect((await save(KNEE, "2026-11-18T12:00:00.000Z")).ok).toBe(true);
    const suit = await paidSuit(actor, { profile });
    const correctKnee = async () => save(CORRECTED, await daysAfterContract(suit.itemId, 1));
    return { ...suit, correctKnee };
  }

  test("is offered them for the garment in work, until it is approved to be cut; then the atelier is asked", async () => {
    const suit = await remeasured();
    const { actor } = suit;
    expect(await listRemeasuredLines(bench, { actor })).toEqual({ ok: true, value: [] });
    await suit.correctKnee();
    expect(await listRemeasuredLines(bench, { actor })).toMatchObject({
      value: [{ orderItemId: suit.itemId, isChangeable: true, changes: [{ label: "Knee" }] }],
    });
    const tailor = await staffMember(bench.db, true);
    await walk(production(), tailor, suit.garment.id, ["checked", "pattern_ready", "approved"]);
    expect(await listRemeasuredLines(bench, { actor })).toMatchObject({
      value: [{ isChangeable: false }],
    });
    const request = { actor, orderItemId: suit.itemId };
    const other = await aBride();
    expect(await requestRemeasuredChange(bench, { ...request, actor: other })).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await requestRemeasuredChange(bench, request)).toEqual({ ok: true, value: null });
    expect(await requestRemeasuredChange(bench, request)).toEqual({ ok: true, value: null });
    const notes = (await garmentEventsOf(bench.db, suit.garment.id)).filter(
      ({ kind }) => kind === "note",
    );
    expect(notes).toHaveLength(1);
  });
});
