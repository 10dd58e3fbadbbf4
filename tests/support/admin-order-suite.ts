import { asc, eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderEvents, orderItems } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import type { ShipmentDeps } from "#features/sales/fulfillment/send-shipment-email.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { accountSuite } from "./account-suite.ts";
import { testAuth } from "./identity.ts";
import { createOrder } from "./orders.ts";
import { createCustomer } from "./sessions.ts";

const ADDRESS = { ...HOME, phone: "+592 555 0100" };

/** A customer's paid order of two shirts and a made-to-measure gown. */
export function adminOrderSuite() {
  const bench = accountSuite();
  const people = {} as { owner: SignedIn; asha: SignedIn };
  const order = { id: "", shirt: "", gown: "" };
  beforeEach(async () => {
    const email = "owner@example.com";
    const userId = await createCustomer(bench.db, { name: "Rosa", email, role: "admin" });
    people.owner = { role: "admin", userId, name: "Rosa", email };
    people.asha = await bench.customer("asha@example.com");
    order.id = await createOrder(bench.db, {
      userId: people.asha.userId,
      customerEmail: "asha@example.com",
      status: "completed",
      completedAt: new Date("2026-11-10T12:00:00Z"),
      createdAt: new Date("2026-11-10T11:00:00Z"),
      subtotalMinor: 74_000,
      totalMinor: 74_000,
      madeToMeasure: true,
      shippingAddress: ADDRESS,
      lines: [
        { quantity: 2 },
        {
          productName: "Kaieteur Gown",
          size: "Custom",
          madeToMeasure: true,
          unitPriceMinor: 50_000,
        },
      ],
    });
    const lines = await bench.db
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.position));
    [order.shirt = "", order.gown = ""] = lines.map(({ id }) => id);
  });
  return {
    bench,
    people,
    order,
    get deps(): ShipmentDeps {
      const { clock, db, jobs, publicUrl } = bench;
      return { db, jobs: jobs as ShipmentDeps["jobs"], clock, auth: testAuth(db), publicUrl };
    },
    get strangers() {
      return [visitor, people.asha];
    },
    mails: () => bench.db.select().from(mailOutbox).orderBy(asc(mailOutbox.id)),
    changes: () => bench.db.select().from(auditLog).orderBy(asc(auditLog.id)),
    steps: async () => {
      const rows = await bench.db
        .select({ type: orderEvents.type })
        .from(orderEvents)
        .where(eq(orderEvents.orderId, order.id))
        .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
      return rows.map(({ type }) => type);
    },
  };
}
