import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alterationRequests, fitFeedback } from "#db/schema/alterations.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { FITS_FIELD } from "#features/garments/alterations/feedback-input.ts";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { proposeChange } from "#features/garments/proposals/propose-change.server.ts";
import { eraseFromOrders } from "#features/office/customers/erase-orders.server.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { GUEST_COOKIE, guest } from "#tests/support/guest.ts";
import { elsewhere, pressLink } from "#tests/support/mailed-links.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import { createGarmentOrder, deliverGarment, staffMember } from "#tests/support/production.ts";
import { newestProposalToken, submittedProposal } from "#tests/support/proposals.ts";

let database: TestDatabase;
let host: AccessHost;
let tailor: Awaited<ReturnType<typeof staffMember>>;

// The whole route table is loaded, which takes a minute on a busy machine.
beforeAll(async () => {
  database = await createTestDatabase();
  host = await accessHost(database);
  tailor = await staffMember(database.db, true);
}, 180_000);
afterAll(() => database.close());

/** The chest of the contract, as no other text of a page says it. */
const saysChest = findMeasured({ chest: 987 }, []);

/** A paid suit with a proposal of the atelier, and a browser in which every private link to it was pressed. */
async function linkedOrder() {
  const { db } = database;
  const order = await createGarmentOrder(db);
  const [garment] = order.garments;
  if (!garment) throw new Error("The order has no garment");
  const proposed = await proposeChange(host.deps, {
    actor: tailor,
    orderItemId: order.orderItemId,
    submitted: submittedProposal(),
  });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const now = new Date();
  const { auth } = host.deps;
  await proveOrder(db, { actor: guest, orderId: order.orderId, at: now });
  const tokenOfGarment = garmentToken(auth, { garmentId: garment.id, days: 1, now });
  return {
    ...order,
    garmentId: garment.id,
    proposal: await pressLink(host, `/contract/${await newestProposalToken(db)}`),
    garment: await pressLink(host, `/garment/${tokenOfGarment}`),
    change: `/profile/orders/${order.orderId}/lines/${order.orderItemId}`,
  };
}
type Linked = Awaited<ReturnType<typeof linkedOrder>>;

const setOrder = (linked: Linked, changes: Partial<typeof orders.$inferInsert>) =>
  database.db.update(orders).set(changes).where(eq(orders.id, linked.orderId));
const setStage = (linked: Linked, stage: "approved" | "cancelled") =>
  database.db.update(garments).set({ stage }).where(eq(garments.id, linked.garmentId));
const deliver = (linked: Linked) => deliverGarment(database.db, { ...linked, at: new Date() });

/** What may have become of what the links are about. */
const STATES = {
  "being made": async () => undefined,
  "approved to be cut": (linked: Linked) => setStage(linked, "approved"),
  delivered: deliver,
  "the garment cancelled": (linked: Linked) => setStage(linked, "cancelled"),
  "the order cancelled": async (linked: Linked) => {
    await setStage(linked, "cancelled");
    await setOrder(linked, { status: "cancelled", completedAt: null });
  },
  "refunded before it was sent": async (linked: Linked) => {
    await setStage(linked, "cancelled");
    await setOrder(linked, { status: "refunded" });
  },
  "refunded after the delivery": async (linked: Linked) => {
    await deliver(linked);
    await setOrder(linked, { status: "refunded" });
  },
  "made anonymous": (linked: Linked) =>
    database.db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, linked.orderId))),
} as const;
type State = keyof typeof STATES;

async function versionsOf({ orderItemId }: Linked): Promise<number> {
  return database.db.$count(contracts, eq(contracts.orderItemId, orderItemId));
}

const respond = async (linked: Linked, fields: Record<string, string>) => {
  const outbox = await database.db.$count(mailOutbox);
  const versions = await versionsOf(linked);
  const { cookie, path } = linked.proposal;
  await host.post(path, fields, cookie);
  const page = await (await host.get(`${path}.data`, cookie)).text();
  const isReceived = (await database.db.$count(mailOutbox)) > outbox;
  if (!isReceived) {
    expect(await versionsOf(linked)).toBe(versions);
    expect(page).not.toMatch(/"(approved|declined)"/);
  }
  return isReceived;
};

/** Every use of a private link, and whether it has an effect or shows a measurement. */
const USES: Readonly<Record<string, (linked: Linked) => Promise<boolean>>> = {
  "reading a proposal": async ({ proposal: { cookie, path } }) => {
    const response = await host.get(`${path}.data`, cookie);
    const isShown = saysChest(await response.text());
    expect((await host.get(path, cookie)).status).toBe(isShown ? 200 : 410);
    return isShown;
  },
  "approving a proposal": (linked) => respond(linked, { intent: "approve" }),
  "declining a proposal": (linked) => respond(linked, { intent: "decline", reason: "" }),
  "opening a garment": async ({ garment: { cookie, path } }) =>
    (await host.get(path, cookie)).status === 200,
  "reporting the fit": async ({ garment: { cookie, path }, garmentId }) => {
    await host.post(path, { intent: "report", [FITS_FIELD]: "on", note: "" }, cookie);
    return (await database.db.$count(fitFeedback, eq(fitFeedback.garmentId, garmentId))) > 0;
  },
  "asking for an alteration": async ({ garment: { cookie, path }, garmentId }) => {
    await host.post(path, { intent: "request", remedy: "alteration", note: "" }, cookie);
    const own = eq(alterationRequests.garmentId, garmentId);
    return (await database.db.$count(alterationRequests, own)) > 0;
  },
  "changing the contract": async (linked) => {
    const versions = await versionsOf(linked);
    const fields = { base: "1", fit: "easy", monogram: "AP", remarks: "", posture: "average" };
    await host.post(linked.change, fields, GUEST_COOKIE);
    return (await versionsOf(linked)) > versions;
  },
};

/** What is possible in each state; everything else changes nothing. */
const POSSIBLE: Readonly<Record<State, readonly string[]>> = {
  "being made": [
    "reading a proposal",
    "approving a proposal",
    "declining a proposal",
    "opening a garment",
    "changing the contract",
  ],
  "approved to be cut": [
    "reading a proposal",
    "approving a proposal",
    "declining a proposal",
    "opening a garment",
  ],
  delivered: ["opening a garment", "reporting the fit", "asking for an alteration"],
  "the garment cancelled": [],
  "the order cancelled": [],
  "refunded before it was sent": [],
  "refunded after the delivery": ["opening a garment", "reporting the fit"],
  "made anonymous": [],
};

describe.each(Object.keys(STATES) as State[])("a private link to what is %s", (state) => {
  test.each(Object.keys(USES))("lets %s happen only where it is possible", async (name) => {
    const linked = await linkedOrder();
    await STATES[state](linked);
    expect(await USES[name]?.(linked)).toBe(POSSIBLE[state].includes(name));
  });
});

test("a proposal that was approved says that the piece was cancelled, once it is", async () => {
  const linked = await linkedOrder();
  expect(await USES["approving a proposal"]?.(linked)).toBe(true);
  await STATES["refunded before it was sent"](linked);
  const { cookie, path } = linked.proposal;
  const page = await host.get(`${path}.data`, cookie);
  expect(await page.text()).toContain('"refunded"');
});

test.each(["being made", "delivered"] as const)(
  "the addresses of private links to what is %s do nothing in a browser in which nobody pressed the links",
  async (state) => {
    const linked = await linkedOrder();
    await STATES[state](linked);
    const stranger = {
      ...linked,
      proposal: elsewhere(linked.proposal),
      garment: elsewhere(linked.garment),
    };
    for (const [name, use] of Object.entries(USES)) {
      if (name === "changing the contract") continue;
      expect([name, await use(stranger)]).toEqual([name, false]);
    }
  },
);

test("the atelier proposes nothing for what is not made any more", async () => {
  const submitted = submittedProposal();
  for (const state of ["delivered", "the garment cancelled", "the order cancelled"] as const) {
    const linked = await linkedOrder();
    await STATES[state](linked);
    const { orderItemId } = linked;
    const proposed = await proposeChange(host.deps, { actor: tailor, orderItemId, submitted });
    expect(proposed, state).toEqual({ ok: false, error: { code: "over" } });
  }
});
