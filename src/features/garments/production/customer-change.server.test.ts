import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { fail, ok } from "#core/result.ts";
import {
  clothCommitments,
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { getProfile } from "#features/body/measurement/profiles.server.ts";
import {
  openContractsOfOrder,
  openNewestContract,
} from "#features/garments/contract/contract-queries.server.ts";
import { addRemakeVersion } from "#features/garments/contract/create-contract.server.ts";
import { findGarmentPage } from "#features/garments/garment/garment-page.server.ts";
import { proposalSchema } from "#features/garments/proposals/proposal-input.ts";
import { proposeChange } from "#features/garments/proposals/propose-change.server.ts";
import { findProposal } from "#features/garments/proposals/respond-to-proposal.server.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { outbox } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { guest, newGuest } from "#tests/support/guest.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import {
  commandOn,
  createGarmentOrder,
  garmentEventsOf,
  garmentsOf,
  orderCoats,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { changeGarment } from "./change-garment.server.ts";
import { changeOwnContract, changeProvenContract } from "./customer-change.server.ts";
import type { CustomerChange } from "./customer-change-input.ts";
import { customerChangeSchema, NO_CHOICE } from "./customer-change-input.ts";
import { findOwnChangeForm, findProvenChangeForm } from "./customer-change-queries.server.ts";
import { listRemeasuredLines } from "./remeasured-lines.server.ts";
import { requestOwnRemeasured, requestProvenRemeasured } from "./request-remeasured.server.ts";

const bench = checkoutSuite();
const AT = "2026-10-02T12:00:00.000Z";
const deps = () => ({ ...bench, auth: testAuth(bench.db) });

const change = (changes: Record<string, unknown> = {}): CustomerChange =>
  customerChangeSchema.parse({
    base: 1,
    fit: "close",
    posture: "",
    shoulders: "",
    monogram: "",
    remarks: "",
    ...changes,
  });

/** A customer's paid coats of three metres of silk each, with linen of the same price and velvet of another beside it. */
async function paidCoats(quantity = 1) {
  const silk = await addCloth(bench.db, 20_000);
  const linen = await addCloth(bench.db, 10_000);
  const coats = await orderCoats(bench, { clothId: silk, quantity });
  await settlePayment(bench, coats.event);
  const { db } = bench;
  const [line] = await db.select().from(orderItems).where(eq(orderItems.id, coats.itemId));
  const productId = line?.productId ?? "";
  const [terms] = await db
    .select()
    .from(madeToMeasureTerms)
    .where(eq(madeToMeasureTerms.productId, productId));
  const [group] = await db
    .select()
    .from(optionGroups)
    .where(eq(optionGroups.termsId, terms?.id ?? ""));
  const groupId = group?.id ?? "";
  const linenId = newId();
  const velvetId = newId();
  await db.insert(optionChoices).values([
    { id: linenId, groupId, name: "Linen", position: 1, clothId: linen },
    { id: velvetId, groupId, name: "Velvet", position: 2, priceMinor: 5_000 },
  ]);
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  await db.update(orders).set({ userId }).where(eq(orders.id, coats.id));
  const owner = { role: "customer", userId, name: "Asha", email } satisfies Actor;
  const target = { orderId: coats.id, orderItemId: coats.itemId };
  const garments = () => garmentsOf(db, coats.itemId);
  const committed = async (clothId: string) =>
    (await db.select().from(cloths).where(eq(cloths.id, clothId)))[0]?.committedMm;
  return {
    target,
    owner,
    silk,
    linen,
    groupId,
    linenId,
    velvetId,
    garments,
    committed,
    productId,
    choose: (choice: string) => ({ choices: { [groupId]: choice } }),
    save: (changes: Record<string, unknown>, actor: Actor = owner) =>
      changeOwnContract(deps(), { ...target, actor, submitted: change(changes) }),
    versions: () => openContractsOfOrder(bench, coats.id),
    garmentId: (await garments())[0]?.id ?? "",
    tailor: await staffMember(db, true),
    toLinen: { choices: { [groupId]: linenId } },
    silkId: (
      await db
        .select()
        .from(optionChoices)
        .where(and(eq(optionChoices.groupId, groupId), eq(optionChoices.name, "Silk")))
    )[0]?.id,
  };
}

const code = (each: string) => ({ ok: false, error: { code: each } });

describe("a customer who changes a garment before it is approved to cut", () => {
  test("gets a new version of the contract with the corrected measurement and the other cloth, and the first one stays", async () => {
    const coat = await paidCoats();
    const [first] = await coat.versions();
    const saved = await coat.save({ ...coat.toLinen, values: { knee: "38.5" }, fit: "easy" });
    expect(saved).toEqual({ ok: true, value: { version: 2 } });
    const [before, after] = await coat.versions();
    expect(before).toEqual(first);
    expect(after).toMatchObject({ version: 2, state: "valid", previousHash: first?.hash });
    expect(after?.terms).toMatchObject({
      changedBy: "customer",
      unitPriceMinor: first?.terms.unitPriceMinor,
      options: [{ group: "Cloth", choice: "Linen", priceMinor: 0 }],
    });
    expect(after?.specification).toMatchObject({ fit: "easy", label: "Asha" });
    expect(after?.specification?.measurements.knee).toMatchObject({ value: 385, readings: 1 });
    const [line] = await bench.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, coat.target.orderItemId));
    expect(line).toMatchObject({
      options: [{ choice: "Linen" }],
      colorName: "Linen",
      wearer: "Asha",
      fitName: "easy",
    });
    expect(before?.terms.color).toBe("Silk");
    expect(after?.terms.color).toBe("Linen");
  });

  test("moves the garments back to received, so that they are checked and their pattern is drawn again", async () => {
    const coat = await paidCoats(2);
    await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready"]);
    expect((await coat.save({ fit: "easy" })).ok).toBe(true);
    const garments = await coat.garments();
    expect(garments.map(({ isPatternByHand, stage }) => [stage, isPatternByHand])).toEqual([
      ["received", false],
      ["received", false],
    ]);
    const events = await garmentEventsOf(bench.db, coat.garmentId);
    expect(events.at(-1)).toMatchObject({
      fromStage: "pattern_ready",
      toStage: "received",
      staffName: "The customer",
      note: "Changed by the customer: version 2 of the contract applies.",
    });
    const approve = await commandOn(bench.db, coat.garmentId, { kind: "move", to: "approved" });
    expect(await changeGarment(deps(), { actor: coat.tailor, command: approve })).toMatchObject(
      code("not_possible"),
    );
  });

  test("refuses a tablet that showed the garment before the change", async () => {
    const coat = await paidCoats();
    const late = await commandOn(bench.db, coat.garmentId, { kind: "move", to: "checked" });
    await coat.save({ fit: "easy" });
    expect(await changeGarment(deps(), { actor: coat.tailor, command: late })).toMatchObject({
      error: { code: "conflict", current: { stage: "received", by: "The customer" } },
    });
  });

  test("is made without a correction that they leave out, and with the others", async () => {
    const CORRECTIONS = [
      { point: "sleeve", mm: -10, garmentId: newId(), product: "Camp Street Shirt", at: AT },
      { point: "waist", mm: 20, garmentId: newId(), product: "Camp Street Shirt", at: AT },
    ] as const;
    const coat = await paidCoats();
    const [first] = await coat.versions();
    if (!first) throw new Error("The line has no contract");
    await bench.db.transaction((tx) => addRemakeVersion(tx, bench, first, CORRECTIONS));
    const form = await findOwnChangeForm(deps(), { ...coat.target, actor: coat.owner });
    expect(form).toMatchObject({
      value: { version: { specification: { corrections: CORRECTIONS } } },
    });
    const fit = first.specification?.fit;
    const input = { base: 2, fit, leaveOut: { sleeve: "on", hem: "on" } };
    expect(await coat.save(input)).toEqual({ ok: true, value: { version: 3 } });
    const [, , newest] = await coat.versions();
    expect(newest?.specification?.corrections).toEqual([CORRECTIONS[1]]);
    expect(await coat.save({ ...input, base: 3 })).toEqual(code("nothing_changed"));
    expect(await coat.save({ base: 3, fit, leaveOut: { waist: "on" } })).toMatchObject({
      ok: true,
    });
    expect((await coat.versions()).at(-1)?.specification).not.toHaveProperty("corrections");
  });

  test("commits the length of all garments of the new cloth and frees the one before, and the other way round", async () => {
    const coat = await paidCoats(2);
    expect([await coat.committed(coat.silk), await coat.committed(coat.linen)]).toEqual([6_000, 0]);
    await coat.save(coat.toLinen);
    expect([await coat.committed(coat.silk), await coat.committed(coat.linen)]).toEqual([0, 6_000]);
    const back = await coat.save({ ...coat.choose(coat.silkId ?? ""), base: 2 });
    expect(back).toEqual({ ok: true, value: { version: 3 } });
    expect([await coat.committed(coat.silk), await coat.committed(coat.linen)]).toEqual([6_000, 0]);
    const rows = await bench.db
      .select()
      .from(clothCommitments)
      .where(eq(clothCommitments.orderItemId, coat.target.orderItemId));
    expect(rows.map(({ status }) => status).toSorted()).toEqual(["open", "released"]);
  });

  test("is refused at the field when too little of the cloth is left for all garments, and nothing changes", async () => {
    const coat = await paidCoats(4);
    expect(await coat.save(coat.toLinen)).toMatchObject({
      error: {
        code: "invalid",
        errors: { [`choices.${coat.groupId}`]: expect.stringMatching(/Too little of this cloth/) },
      },
    });
    expect(await coat.versions()).toHaveLength(1);
    expect([await coat.committed(coat.silk), await coat.committed(coat.linen)]).toEqual([
      12_000, 0,
    ]);
  });

  test("cannot choose an option of another price, leave out a required one, or enter no number", async () => {
    const coat = await paidCoats();
    const refused = async (changes: Record<string, unknown>) => {
      const saved = await coat.save(changes);
      return !saved.ok && saved.error.code === "invalid" ? saved.error.errors : saved;
    };
    const field = `choices.${coat.groupId}`;
    expect(await refused(coat.choose(coat.velvetId))).toEqual({
      [field]: expect.stringMatching(/another price/),
    });
    expect(await refused(coat.choose(NO_CHOICE))).toEqual({
      [field]: "Please choose: cloth.",
    });
    expect(await refused(coat.choose(newId()))).toEqual({
      [field]: expect.stringMatching(/not offered any more/),
    });
    expect(await refused({ values: { knee: "wide" }, monogram: "AP" })).toEqual({
      "values.knee": "Please enter a number, such as 97.5.",
      monogram: "This piece is not offered with a monogram.",
    });
    expect(await coat.save({})).toEqual(code("nothing_changed"));
    expect(await coat.save({ fit: "easy", base: 2 })).toEqual(code("conflict"));
    expect(await coat.versions()).toHaveLength(1);
  });

  test("is asked about an unlikely value, and keeping it as it is leaves it to the tailor", async () => {
    const coat = await paidCoats();
    const requested = await coat.save({ values: { knee: "75" } });
    expect(requested).toMatchObject({ error: { code: "invalid", questions: [{ name: "knee" }] } });
    expect(await coat.versions()).toHaveLength(1);
    const other = await coat.save({ values: { knee: "75" }, keep: { knee: "740" } });
    expect(other).toMatchObject(code("invalid"));
    const saved = await coat.save({ values: { knee: "75" }, keep: { knee: "750" } });
    expect(saved.ok).toBe(true);
    const newest = (await coat.versions()).at(-1);
    expect(newest?.specification?.findingsInsisted).toMatchObject([{ name: "knee" }]);
  });

  test("gets an email with the options by name and no measurement; the shop gets one too, and Activity and the order name the change", async () => {
    const coat = await paidCoats();
    await coat.save({ ...coat.toLinen, values: { knee: "38.5" }, remarks: "For my wedding" });
    const mails = (await outbox(bench.db)).filter(({ kind }) => kind.startsWith("garment-changed"));
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
      "garment-changed",
      "garment-changed-notice",
    ]);
    for (const { htmlBody, textBody } of mails) {
      expect(textBody).toContain("Coat for Asha");
      expect(textBody).toContain("Cloth: Silk, now Linen");
      expect(textBody).toContain("Also changed: knee, remarks");
      expect(`${htmlBody}${textBody}`).not.toMatch(/38[.,]5|37[.,]5|wedding/);
    }
    const [entry] = await bench.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, coat.target.orderId));
    expect(entry).toMatchObject({
      action: "changed a garment of",
      actorName: "The customer",
      actorId: null,
      before: { options: "Cloth: Silk", version: 1 },
      after: { options: "Cloth: Linen", version: 2 },
    });
    const steps = await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, coat.target.orderId))
      .orderBy(asc(orderEvents.id));
    expect(steps.at(-1)).toMatchObject({
      type: "contract_changed",
      detail: { productName: "Coat" },
    });
    const page = await findGarmentPage(deps(), { actor: coat.tailor, garmentId: coat.garmentId });
    expect(page).toMatchObject({
      value: {
        garment: {
          name: "Coat for Asha",
          line: { colorName: "Linen", fit: { options: [{ choice: "Linen" }] } },
        },
        customerChange: {
          version: 2,
          options: [{ label: "Cloth", before: "Silk", after: "Linen" }],
          others: expect.arrayContaining(["Remarks"]),
        },
      },
    });
    const helper = await staffMember(bench.db, false);
    const shown = await findGarmentPage(deps(), { actor: helper, garmentId: coat.garmentId });
    expect(shown).toMatchObject({ value: { customerChange: { others: null } } });
  });

  test("ends an open proposal of the atelier, whose link then says that the contract has changed", async () => {
    const coat = await paidCoats();
    const submitted = proposalSchema.parse({ base: 1, fit: "easy", note: "A little wider?" });
    await proposeChange(deps(), { ...coat.target, actor: coat.tailor, submitted });
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "contract-proposal");
    const token = /\/contract\/([\w-]+)/.exec(mail?.textBody ?? "")?.[1] ?? "";
    expect((await coat.save({ remarks: "For my wedding" })).ok).toBe(true);
    expect(await findProposal(deps(), token)).toMatchObject({ value: { state: "outdated" } });
    const rows = await bench.db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, coat.target.orderItemId));
    expect(rows.map(({ status }) => status).toSorted()).toEqual(["approved", "withdrawn"]);
    const own = rows.find(({ status }) => status === "approved");
    expect(own).toMatchObject({ origin: "customer", baseVersion: 1, tokenHash: null });
    const again = { ...coat.target, actor: coat.tailor };
    const next = proposalSchema.parse({ base: 2, fit: "easy", note: "A little wider?" });
    expect((await proposeChange(deps(), { ...again, submitted: next })).ok).toBe(true);
  });

  test("uses the stored measurements of the person as they are now", async () => {
    const coat = await paidCoats();
    const person = measuredPerson("Asha", { knee: 380 });
    const profileId = await addMeasuredPerson(bench.db, coat.owner.userId, person);
    const specification = testSpecification({
      profileId,
      fit: "close",
      posture: null,
      remarks: "",
      monogram: null,
      measurements: { knee: { value: 375, confidence: 1, readings: 1, confirmed: false } },
    });
    const lines = [{ productName: "Coat", size: "Custom", madeToMeasure: true }].map((line) => {
      return { ...line, productId: coat.productId };
    });
    const order = await createGarmentOrder(bench.db, {
      userId: coat.owner.userId,
      specification,
      lines,
      box: bench.measurementBox,
    });
    const target = { orderId: order.orderId, orderItemId: order.orderItemId, actor: coat.owner };
    expect(await findOwnChangeForm(bench, target)).toMatchObject({
      value: { profile: { problem: null, changes: [{ label: "Knee" }] } },
    });
    const saved = await changeOwnContract(deps(), {
      ...target,
      submitted: change({ useProfile: true }),
    });
    expect(saved).toEqual({ ok: true, value: { version: 2 } });
    const newest = await openNewestContract(bench, order.orderItemId);
    expect(newest?.specification?.measurements.knee?.value).toBe(380);

    const corrected = { base: 2, values: { knee: "38.6" }, returnToProfile: true };
    expect((await changeOwnContract(deps(), { ...target, submitted: change(corrected) })).ok).toBe(
      true,
    );
    const stored = await getProfile(bench, { actor: coat.owner, profileId });
    const readings = stored.ok ? stored.value.profile?.readings.knee : [];
    expect(readings?.map(({ value }) => value)).toEqual([380, 386]);
    expect(readings?.at(-1)).toMatchObject({ source: "self", confirmed: true });
    const offered = await listRemeasuredLines(bench, { actor: coat.owner });
    expect(offered).toEqual({ ok: true, value: [] });
  });

  test("keeps the account's numbers as they were without the wish to store the corrected ones", async () => {
    const coat = await paidCoats();
    const person = measuredPerson("Asha", { knee: 375 });
    const profileId = await addMeasuredPerson(bench.db, coat.owner.userId, person);
    expect((await coat.save({ values: { knee: "38.6" } })).ok).toBe(true);
    const stored = await getProfile(bench, { actor: coat.owner, profileId });
    const readings = stored.ok ? stored.value.profile?.readings.knee : [];
    expect(readings?.map(({ value }) => value)).toEqual([375]);
  });
});

describe("who may change a garment", () => {
  test("only the owner of the order does; a visitor, another customer and the atelier do not", async () => {
    const coat = await paidCoats();
    const other = await createCustomer(bench.db, { email: `${newId()}@example.com` });
    const stranger = { role: "customer", userId: other, name: "B", email: "b@x.test" } as const;
    expect(await coat.save({ fit: "easy" }, visitor)).toEqual(code("forbidden"));
    expect(await coat.save({ fit: "easy" }, stranger)).toEqual(code("not_found"));
    expect(await coat.save({ fit: "easy" }, coat.tailor)).toEqual(code("not_found"));
    const form = { ...coat.target, actor: stranger };
    expect(await findOwnChangeForm(bench, form)).toEqual({ ok: false, error: "not_found" });
    const line = { ...coat.target, orderItemId: newId(), actor: coat.owner };
    expect(await changeOwnContract(deps(), { ...line, submitted: change() })).toEqual(
      code("not_found"),
    );
    expect(await coat.versions()).toHaveLength(1);
  });

  test("a guest does whose browser has proven this order within the hour, and not with another order's proof", async () => {
    const coat = await paidCoats();
    const other = await paidCoats();
    const at = bench.clock.now();
    const save = (actor: Actor) =>
      changeProvenContract(deps(), { ...coat.target, actor, submitted: change({ fit: "easy" }) });
    await proveOrder(bench.db, { actor: guest, orderId: other.target.orderId, at });
    expect(await save(guest)).toEqual(code("forbidden"));
    expect(await save(visitor)).toEqual(code("forbidden"));
    const { orderId } = coat.target;
    const hourAgo = new Date(at.getTime() - 60 * 60 * 1000);
    await proveOrder(bench.db, { actor: guest, orderId, at: hourAgo });
    expect(await save(guest)).toEqual(code("forbidden"));
    await proveOrder(bench.db, { actor: guest, orderId, at });
    expect(await save(newGuest().actor)).toEqual(code("forbidden"));
    expect(await findProvenChangeForm(deps(), { ...coat.target, actor: guest })).toMatchObject({
      value: { state: "open", count: 1, profile: null },
    });
    expect(await save(guest)).toEqual({ ok: true, value: { version: 2 } });
  });

  test("nobody does once one of the line's garments is approved to cut, or the order is refunded", async () => {
    const coat = await paidCoats(2);
    await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready", "approved"]);
    expect(await coat.save({ fit: "easy" })).toEqual(code("after_gate"));
    const form = { ...coat.target, actor: coat.owner };
    expect(await findOwnChangeForm(bench, form)).toMatchObject({ value: { state: "after_gate" } });
    await bench.db
      .update(orders)
      .set({ status: "refunded" })
      .where(eq(orders.id, coat.target.orderId));
    expect(await coat.save({ fit: "easy" })).toEqual(code("over"));
    expect(await coat.versions()).toHaveLength(1);
  });

  test("once a garment is approved to cut, a guest asks the atelier about what was measured again, by its name and once", async () => {
    const coat = await paidCoats();
    const at = bench.clock.now();
    const { orderId } = coat.target;
    await proveOrder(bench.db, { actor: guest, orderId, at });
    const request = { ...coat.target, actor: guest, submitted: { names: ["knee" as const] } };
    const shown = async () => {
      const form = await findProvenChangeForm(deps(), request);
      return form.ok && [form.value.remeasurable.includes("knee"), form.value.isRequested];
    };
    expect(await requestProvenRemeasured(deps(), request)).toEqual(fail("changeable"));
    expect(await shown()).toEqual([false, false]);
    await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready", "approved"]);
    expect(await shown()).toEqual([true, false]);
    const stranger = { ...request, actor: newGuest().actor };
    expect(await requestProvenRemeasured(deps(), stranger)).toEqual(fail("forbidden"));
    expect(await requestOwnRemeasured(deps(), stranger)).toEqual(fail("forbidden"));
    expect(await requestProvenRemeasured(deps(), request)).toEqual(ok(null));
    expect(await requestProvenRemeasured(deps(), request)).toEqual(ok(null));
    expect(await shown()).toEqual([true, true]);
    const mails = (await outbox(bench.db)).filter(({ kind }) => kind === "remeasured");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.textBody).toContain("Knee");
    expect(mails[0]?.textBody).toContain("The new ones are with the customer");
    const steps = await listOrderEvents(bench.db, orderId);
    expect(steps.filter(({ type }) => type === "remeasured_in_work")).toHaveLength(1);
    expect(await coat.versions()).toHaveLength(1);
    const owner = { ...request, actor: coat.owner };
    expect(await requestOwnRemeasured(deps(), owner)).toEqual(ok(null));
    await bench.db.update(orders).set({ status: "refunded" }).where(eq(orders.id, orderId));
    expect(await requestOwnRemeasured(deps(), owner)).toEqual(fail("over"));
  });

  test("of a change and an approval at one moment one wins: the cut follows the contract that the tailor checked", async () => {
    for (let round = 0; round < 5; round += 1) {
      const coat = await paidCoats();
      await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready"]);
      const approve = await commandOn(bench.db, coat.garmentId, { kind: "move", to: "approved" });
      const [saved, approved] = await Promise.all([
        coat.save({ fit: "easy" }),
        changeGarment(deps(), { actor: coat.tailor, command: approve }),
      ]);
      expect([saved.ok, approved.ok].filter(Boolean)).toHaveLength(1);
      const [garment] = await coat.garments();
      expect(garment?.stage).toBe(approved.ok ? "approved" : "received");
      expect(await coat.versions()).toHaveLength(approved.ok ? 1 : 2);
      if (!saved.ok) expect(saved.error.code).toBe("after_gate");
      if (!approved.ok) expect(approved.error.code).toBe("conflict");
    }
  });

  test("two changes of the same version: one is saved, the other is shown the newer version", async () => {
    const coat = await paidCoats();
    const [one, other] = await Promise.all([
      coat.save({ fit: "easy" }),
      coat.save({ fit: "regular" }),
    ]);
    expect([one.ok, other.ok].toSorted()).toEqual([false, true]);
    expect(one.ok ? other : one).toEqual(code("conflict"));
    const rows = await bench.db
      .select()
      .from(contracts)
      .where(eq(contracts.orderItemId, coat.target.orderItemId));
    expect(rows).toHaveLength(2);
  });
});

test("numbers that were measured by link and not shared stay as they are and are not shown", async () => {
  const userId = await createCustomer(bench.db, { email: `${newId()}@example.com` });
  const owner = { role: "customer", userId, name: "B", email: "b@x.test" } as const;
  const specification = testSpecification({ measuredByLink: true });
  const order = await createGarmentOrder(bench.db, {
    userId,
    specification,
    box: bench.measurementBox,
  });
  const form = await findOwnChangeForm(bench, { ...order, actor: owner });
  const saysNumber = findMeasured({ chest: 987, waist: 813, neck: 389 });
  expect(saysNumber(JSON.stringify(form))).toBe(false);
  const submitted = change({ fit: "easy", values: { chest: "100" }, posture: "forward" });
  const saved = await changeOwnContract(deps(), { ...order, actor: owner, submitted });
  expect(saved.ok).toBe(true);
  const newest = await openNewestContract(bench, order.orderItemId);
  expect(newest?.specification).toMatchObject({
    fit: "easy",
    posture: "average",
    measuredByLink: true,
    measurements: { chest: { value: 987 } },
  });
});
