import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { alterationRequests, fitImages } from "#db/schema/alterations.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { addProduct, payUnheard, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { testAuth } from "#tests/support/identity.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { garmentsOf, staffMember } from "#tests/support/production.ts";
import { giveAlterationCredit } from "./decide-alteration.server.ts";

const bench = checkoutSuite();
let store: Awaited<ReturnType<typeof temporaryFiles>>;
beforeAll(async () => {
  store = await temporaryFiles();
});
afterAll(() => rm(store.folder, { recursive: true }));

async function approvedCredit() {
  const productId = await addProduct(bench.db, { name: "Coat", stock: { Custom: null } });
  await offerToMeasure(bench.db, productId);
  const specification = await specify(bench, productId);
  const request = requestFor(productId, { size: "Custom", quantity: 1 });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const order = await placed(bench, { ...request, lines });
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  await settlePayment(bench, {
    id: randomUUID(),
    provider: "test",
    type: "session.paid",
    session,
  });
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const [garment] = await garmentsOf(bench.db, item?.id ?? "");
  const requestId = newId();
  await bench.db.insert(alterationRequests).values({
    id: requestId,
    number: `AL-${requestId.slice(-8)}`,
    garmentId: garment?.id ?? "",
    remedy: "local",
    status: "credit",
    isFree: true,
    cause: "pattern",
    currency: "USD",
    decidedAt: new Date(),
    creditMinor: 4000,
  });
  await bench.db.insert(fitImages).values({
    requestId,
    kind: "receipt",
    storageKey: `fit/${requestId}`,
    width: 10,
    height: 10,
  });
  return { requestId, actor: await staffMember(bench.db, true) };
}

test("a repeated credit with another amount leaves request and ledger with the first amount", async () => {
  const { actor, requestId } = await approvedCredit();
  const deps = { ...bench, auth: testAuth(bench.db), files: store.files };
  await bench.db.delete(storeCreditEntries);
  const given = { actor, requestId, version: 1 };
  expect(await giveAlterationCredit(deps, { ...given, amountMinor: 3550 })).toMatchObject({
    ok: true,
  });
  expect(await giveAlterationCredit(deps, { ...given, amountMinor: 2000 })).toEqual({
    ok: false,
    error: "conflict",
  });
  const [row] = await bench.db
    .select()
    .from(alterationRequests)
    .where(eq(alterationRequests.id, requestId));
  expect(row).toMatchObject({ status: "done", creditMinor: 3550, costMinor: 3550 });
  const entries = await bench.db.select().from(storeCreditEntries);
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([3550]);
});

test("concurrent credits with two amounts give one, and request and ledger agree on it", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { actor, requestId } = await approvedCredit();
    const deps = { ...bench, auth: testAuth(bench.db), files: store.files };
    const before = await bench.db.select().from(storeCreditEntries);
    const given = await Promise.all(
      [3550, 2000, 1000].map((amountMinor) =>
        giveAlterationCredit(deps, { actor, requestId, version: 1, amountMinor }),
      ),
    );
    expect(given.filter(({ ok }) => ok)).toHaveLength(1);
    const [row] = await bench.db
      .select()
      .from(alterationRequests)
      .where(eq(alterationRequests.id, requestId));
    const after = await bench.db.select().from(storeCreditEntries);
    const ids = new Set(before.map(({ id }) => id));
    const added = after.filter(({ id }) => !ids.has(id));
    expect(added.map(({ amountMinor }) => amountMinor)).toEqual([row?.creditMinor]);
  }
});

test("a credit that breaks off can be repeated with another amount, and request and ledger agree", async () => {
  const { actor, requestId } = await approvedCredit();
  const deps = { ...bench, auth: testAuth(bench.db), files: store.files };
  const before = new Set((await bench.db.select().from(storeCreditEntries)).map(({ id }) => id));
  let calls = 0;
  const now = () => {
    calls += 1;
    if (calls === 2) throw new Error("broken off");
    return bench.clock.now();
  };
  const given = { actor, requestId, version: 1 };
  const broken = giveAlterationCredit(
    { ...deps, clock: { ...bench.clock, now } },
    { ...given, amountMinor: 3550 },
  );
  await expect(broken).rejects.toThrow("broken off");
  await giveAlterationCredit(deps, { ...given, amountMinor: 2000 });
  const [row] = await bench.db
    .select()
    .from(alterationRequests)
    .where(eq(alterationRequests.id, requestId));
  const added = (await bench.db.select().from(storeCreditEntries)).filter(
    ({ id }) => !before.has(id),
  );
  expect(added.map(({ amountMinor }) => amountMinor)).toEqual([row?.creditMinor]);
});
