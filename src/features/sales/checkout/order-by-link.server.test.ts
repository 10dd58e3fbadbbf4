import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import {
  deleteGroup,
  deleteLink,
  withdrawLink,
} from "#features/body/links/change-sent-links.server.ts";
import {
  deleteByLink,
  deleteUnsharedMeasurements,
  openLink,
  shareWithSender,
} from "#features/body/links/measure-by-link.server.ts";
import { LINK_CONSENT, SHARE_CONSENT } from "#features/body/links/measurement-link.ts";
import { listOrderableLinks } from "#features/body/links/order-by-link.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  openContractsOfOrder,
  readOwnContracts,
} from "#features/garments/contract/contract-queries.server.ts";
import { openContract } from "#features/garments/contract/seal-contract.server.ts";
import {
  changeSpecification,
  createSpecification,
} from "#features/garments/specification/create-specification.server.ts";
import { readSpecificationAsStaff } from "#features/garments/specification/read-specification.server.ts";
import { openSpecification } from "#features/garments/specification/seal-specification.server.ts";
import {
  findOwnChoice,
  listOrderableFits,
  listOwnSpecifications,
} from "#features/garments/specification/specification-queries.server.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import { addProduct, placed, refusedBecause, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { filesInMemory } from "#tests/support/files.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { offerToMeasure } from "#tests/support/made-to-measure.ts";
import type { MeasuredLink } from "#tests/support/measure-links.ts";
import { measureByLink } from "#tests/support/measure-links.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";
import { quoteReorder } from "./quote-reorder.server.ts";

const bench = checkoutSuite();
const KNEE = 377;
const saysNumber = findMeasured({ knee: 377 });

async function aCustomer(): Promise<SignedIn> {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  return { role: "customer", userId, name: "Asha", email };
}

async function aSuit(garmentType = "suit", measurements: MeasurementName[] = ["knee"]) {
  const productId = await addProduct(bench.db, { dollars: 1_000, stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType }).where(eq(products.id, productId));
  await offerToMeasure(bench.db, productId, { measurements });
  return productId;
}

const create = (actor: Actor, productId: string, link: string) =>
  createSpecification(bench, {
    network: "203.0.113.7",
    actor,
    productId,
    submitted: { fit: "close", remarks: "Lined", monogram: "", choices: {}, profile: null, link },
  });

async function specified(actor: Actor, productId: string, link: string): Promise<string> {
  const created = await create(actor, productId, link);
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  return created.value.specification;
}

const requestOf = (productId: string, specification: string, actor: SignedIn) => ({
  ...requestFor(productId),
  actor,
  lines: [
    {
      key: "suit",
      productId,
      size: "Custom",
      color: null,
      quantity: 1,
      shown: null,
      specification,
    },
  ],
});

async function aWedding() {
  const actor = await aCustomer();
  const link = await measureByLink(bench, actor, { values: { knee: KNEE } });
  const productId = await aSuit();
  return { actor, link, productId };
}

async function anOrder() {
  const wedding = await aWedding();
  const { actor, link, productId } = wedding;
  const specification = await specified(actor, productId, link.id);
  const order = await placed(bench, requestOf(productId, specification, actor));
  return { ...wedding, specification, orderId: order.id };
}

test("the contract holds the numbers, and nothing that the sender reads has one", async () => {
  const { actor, link, orderId, specification } = await anOrder();
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const [row] = await bench.db
    .select()
    .from(contracts)
    .where(eq(contracts.orderItemId, item?.id ?? ""));
  expect(row && openContract(bench.measurementBox, row)).toMatchObject({
    state: "valid",
    specification: {
      label: "Bibi",
      profileId: link.id,
      measuredByLink: true,
      measurements: { knee: { value: KNEE } },
    },
  });
  expect(row?.terms.consentVersion).toBe(LINK_CONSENT.version);

  const own = await readOwnContracts(bench, { actor, orderId });
  const read = [
    own,
    await openContractsOfOrder(bench, orderId),
    await findOwnChoice(bench, { actor, specification }),
    await listOwnSpecifications(bench, { actor }),
    await exportAccount(
      { ...bench, files: filesInMemory() },
      { actor: await inSession(bench.db, actor, bench.clock.now()) },
    ),
  ];
  const text = JSON.stringify(read);
  expect(text).toContain("only Bibi and the atelier read the numbers");
  expect(saysNumber(text)).toBe(false);
  expect(own).toMatchObject({
    value: [{ state: "valid", specification: { remarks: "Lined", measurements: {} } }],
  });
});

describe("a link is ordered with", () => {
  test("by its sender alone, who is offered the person's name and no number", async () => {
    const { actor, link, productId } = await aWedding();
    expect(await listOrderableLinks(bench.db, actor.userId)).toEqual([
      { id: link.id, personName: "Bibi", garment: "suit", occasion: "Wedding" },
    ]);
    const other = await aCustomer();
    expect(await listOrderableLinks(bench.db, other.userId)).toEqual([]);
    for (const stranger of [other, visitor]) {
      expect(await create(stranger, productId, link.id)).toMatchObject({
        error: { code: "invalid", errors: { person: [expect.stringContaining("no longer")] } },
      });
    }
    expect(await create(actor, productId, "' or 1=1")).toMatchObject({ ok: false });
    expect(await bench.db.$count(fitSpecifications, eq(fitSpecifications.linkId, link.id))).toBe(0);
  });

  test("for the kind of garment that its person was asked for, and no other", async () => {
    const { actor, link } = await aWedding();
    expect(await create(actor, await aSuit("shirt"), link.id)).toMatchObject({ ok: false });
  });

  test("who was asked to measure for a sleeveless dress has a dress made, and sleeves take another link", async () => {
    const actor = await aCustomer();
    const link = await measureByLink(bench, actor, {
      garment: "sleeveless-dress",
      values: { height: 1_650 },
    });
    const without = await create(actor, await aSuit("dress", ["height"]), link.id);
    expect(without).toMatchObject({ ok: true });
    const sleeves = await create(actor, await aSuit("dress", ["height", "wrist"]), link.id);
    expect(sleeves).toMatchObject({
      error: {
        errors: {
          person: [
            "Bibi was asked to measure for a sleeveless dress, and this one also needs: wrist. Please make Bibi a link for a dress, or choose one without sleeves.",
          ],
        },
      },
    });
    expect(await create(actor, await aSuit("shirt", ["height"]), link.id)).toMatchObject({
      ok: false,
    });
  });

  test("once everything is measured and nothing is questioned; the refusal names no value", async () => {
    const actor = await aCustomer();
    const productId = await aSuit();
    const missing = await measureByLink(bench, actor, { values: { chest: KNEE } });
    const doubtful = await measureByLink(bench, actor, { values: { knee: 3_770 } });
    const refused = [
      await create(actor, productId, missing.id),
      await create(actor, productId, doubtful.id),
    ];
    expect(refused).toMatchObject([
      { error: { errors: { person: [expect.stringContaining("Bibi still needs: knee")] } } },
      { error: { errors: { person: [expect.stringContaining("look at once more")] } } },
    ]);
    expect(saysNumber(JSON.stringify(refused))).toBe(false);
  });
});

describe("numbers that leave before the order leave the cart too", () => {
  type Leaving = (actor: SignedIn, link: MeasuredLink) => Promise<unknown>;
  const ways: Record<string, Leaving> = {
    "deleted by the person": (_, { code, token }) => deleteByLink(bench, { token, code }),
    "withdrawn by the sender": (actor, { id }) => withdrawLink(bench, { actor, linkId: id }),
    "removed by the sender": (actor, { id }) => deleteLink(bench, { actor, linkId: id }),
    "deleted with the group": (actor, { groupId }) => deleteGroup(bench, { actor, groupId }),
    "deleted after their period": () =>
      deleteUnsharedMeasurements(bench.db, {
        now: new Date(bench.clock.now().getTime() + 200 * 86_400_000),
        limit: 100,
      }),
  };

  test.each(Object.entries(ways))("%s", async (_, leave) => {
    const { actor, link, productId } = await aWedding();
    const specification = await specified(actor, productId, link.id);
    expect((await listOrderableFits(bench.db, { actor, ids: [specification] })).size).toBe(1);
    await leave(actor, link);
    expect((await listOrderableFits(bench.db, { actor, ids: [specification] })).size).toBe(0);
    expect(await refusedBecause(bench, requestOf(productId, specification, actor))).toMatchObject({
      quote: { changes: [{ kind: "specification_gone", key: "suit" }] },
    });
    expect(await create(actor, productId, link.id)).toMatchObject({ ok: false });
  });

  test("also after the choice was changed without them", async () => {
    const { actor, link, productId } = await aWedding();
    const specification = await specified(actor, productId, link.id);
    const changed = await changeSpecification(bench, {
      network: "203.0.113.7",
      actor,
      productId,
      specification,
      submitted: { fit: "easy", remarks: "", monogram: "", choices: {}, profile: null },
    });
    if (!changed.ok) throw new Error(JSON.stringify(changed.error));
    const next = changed.value.specification;
    expect((await listOrderableFits(bench.db, { actor, ids: [next] })).size).toBe(1);
    await deleteByLink(bench, { token: link.token, code: link.code });
    expect((await listOrderableFits(bench.db, { actor, ids: [next] })).size).toBe(0);
  });
});

test("the atelier does not read them before the order, as in an inquiry, because their person agreed to no more", async () => {
  const { actor, link, productId } = await aWedding();
  const specification = await specified(actor, productId, link.id);
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role: "admin" });
  await bench.db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, userId));
  const tailor: SignedIn = { role: "admin", userId, name: "Rosa", email };
  const read = { actor: tailor, specification, purpose: "Calculating the price" };
  expect(await readSpecificationAsStaff(bench, read)).toEqual({ ok: false, error: "not_ordered" });
  expect(await bench.db.$count(measurementReads, eq(measurementReads.staffId, userId))).toBe(0);
});

test("the person sees the garment's name and when the atelier read, and a deletion leaves the order's contract", async () => {
  const { actor, link, orderId, productId, specification } = await anOrder();
  const { code, token } = link;
  const opened = () => openLink(bench, { token, code });
  const name = await bench.db.select().from(products).where(eq(products.id, productId));
  const garments = [name[0]?.name];
  expect(await opened()).toMatchObject({ value: { ordered: { garments, reads: [] } } });
  const [contract] = await openContractsOfOrder(bench, orderId);
  const readAt = bench.clock.now();
  await bench.db.insert(measurementReads).values({
    id: newId(),
    subject: "contract",
    subjectId: contract?.id ?? "",
    userId: actor.userId,
    purpose: "Cutting",
    readAt,
  });
  expect(await opened()).toMatchObject({
    value: { ordered: { garments, reads: [{ readAt, staffName: null, purpose: "Cutting" }] } },
  });
  expect(await openLink(bench, { token, code: null })).toMatchObject({ value: { ordered: null } });

  await deleteByLink(bench, { token, code });
  const [row] = await bench.db
    .select()
    .from(fitSpecifications)
    .where(eq(fitSpecifications.id, specification));
  expect(row && openSpecification(bench.measurementBox, row)).toBeNull();
  expect(await openContractsOfOrder(bench, orderId)).toMatchObject([{ state: "valid" }]);
});

test("the same garment is ordered again while the person is done, and never with numbers that were deleted", async () => {
  const { actor, link, orderId } = await anOrder();
  const again = await quoteReorder(bench, { actor, orderId });
  const repeated = again.ok ? again.value.lines[0]?.specification : null;
  const [row] = await bench.db
    .select()
    .from(fitSpecifications)
    .where(eq(fitSpecifications.id, repeated ?? newId()));
  expect(row?.linkId).toBe(link.id);
  await deleteByLink(bench, link);
  expect(await quoteReorder(bench, { actor, orderId })).toMatchObject({ value: { lines: [] } });
});

test("what was ordered before the person shared stays without numbers", async () => {
  const { actor, link, orderId, specification } = await anOrder();
  const shared = await shareWithSender(bench, { ...link, consentVersion: SHARE_CONSENT.version });
  expect(shared.ok).toBe(true);
  expect(await listOrderableLinks(bench.db, actor.userId)).toEqual([]);
  expect(JSON.stringify(await openContractsOfOrder(bench, orderId))).not.toContain('"knee"');
  const change = { linkId: (await measureByLink(bench, actor, { values: { knee: 1 } })).id };
  await expect(
    bench.db.update(fitSpecifications).set(change).where(eq(fitSpecifications.id, specification)),
  ).rejects.toThrow();
  await bench.db.execute(
    sql`update fit_specifications set link_id = null where id = ${specification}`,
  );
});
