import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { extractText, getMeta } from "unpdf";
import { describe, expect, test } from "vitest";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { paymentOf } from "#tests/support/orders.ts";
import { issueDocument } from "./issue-document.server.ts";
import type { PdfFile } from "./write-documents.server.ts";
import {
  listCorrections,
  writeCorrection,
  writeInvoice,
  writePackingSlip,
} from "./write-documents.server.ts";

const suite = adminOrderSuite();
const forbidden = { ok: false, error: "forbidden" };
const lost = { ok: false, error: "not_found" };

/** A PDF's text and number of pages. */
async function read(written: { ok: boolean } & Partial<{ value: PdfFile }>) {
  if (!written.value) throw new Error("No paper was written");
  const bytes = new Uint8Array(written.value.bytes);
  const { info } = await getMeta(bytes.slice());
  const { text, totalPages } = await extractText(bytes, { mergePages: true });
  return { text: text.replaceAll(/\s+/g, " "), totalPages, title: info.Title as string };
}

const invoice = (actor: Actor = suite.people.owner, reader: "shop" | "buyer" = "shop") =>
  writeInvoice(suite.deps, { actor, orderId: suite.order.id, reader });
const slip = (shipmentId: string | null = null, actor: Actor = suite.people.owner) =>
  writePackingSlip(suite.deps, { actor, orderId: suite.order.id, shipmentId: shipmentId });

describe("an invoice", () => {
  test("reads as it was bought: seller, buyer, number, lines, sums and how it was paid", async () => {
    const charge = { provider: "test", providerId: "1", currency: "USD", amountMinor: 74_000 };
    await suite.bench.db.insert(paymentMovements).values({
      ...charge,
      orderId: suite.order.id,
      paymentId: await paymentOf(suite.bench.db, suite.order.id),
      kind: "charge",
      method: "Visa ending in 4242",
    });
    const { text, title, totalPages } = await read(await invoice());
    for (const label of [
      "Demerara Atelier",
      suite.order.id.slice(0, 8),
      "Asha Persaud",
      "12 Camp Street",
      "Savannah Linen Shirt",
      "Size Custom, Made to measure",
      "$240.00",
      "Total USD $740.00",
      "Visa ending in 4242",
    ]) {
      expect(text).toContain(label);
    }
    expect([title, totalPages]).toEqual(["Invoice INV-2026-00001", 1]);
    expect(text).toContain("INV-2026-00001, Page 1 of 1");
  });

  test("of a deposit and its rest says both, and nothing that was recorded by mistake", async () => {
    const { db } = suite.bench;
    const own = {
      orderId: suite.order.id,
      paymentId: await paymentOf(db, suite.order.id),
      provider: "manual",
      currency: "USD",
      method: "Bank transfer",
    };
    for (const [kind, providerId, amountMinor] of [
      ["charge", "mistake", 99_900],
      ["charge_undone", "mistake", -99_900],
      ["charge", "deposit", 22_200],
      ["charge", "rest", 51_800],
    ] as const) {
      await db.insert(paymentMovements).values({ ...own, kind, providerId, amountMinor });
    }
    const { text } = await read(await invoice());
    expect(text).toContain("Bank transfer ($222.00 and $518.00)");
    expect(text).not.toContain("$999.00");
  });

  test("is the shop's for every order, a buyer's for their own alone, and nobody else's", async () => {
    const { asha, owner } = suite.people;
    const bibi = await suite.bench.customer("bibi@example.com");
    expect((await invoice(asha, "buyer")).ok).toBe(true);
    for (const actor of [bibi, owner]) expect(await invoice(actor, "buyer")).toEqual(lost);
    for (const actor of suite.strangers) expect(await invoice(actor, "shop")).toEqual(forbidden);
    const [visitor] = suite.strangers;
    expect(visitor && (await invoice(visitor, "buyer"))).toEqual(forbidden);
    const { db } = suite.bench;
    await db.update(orders).set({ status: "pending", completedAt: null });
    expect(await invoice()).toEqual(lost);
  });

  test("of many lines goes on on further sheets, each with the table's heads; strange letters stop nothing", async () => {
    const { db } = suite.bench;
    const line = { orderId: suite.order.id, size: "M", quantity: 1, unitPriceMinor: 0 };
    await db.insert(orderItems).values(
      Array.from({ length: 60 }, (_, index) => ({
        ...line,
        productName: index === 59 ? "Łódź 长袍 🧵 gown" : `Piece ${index}`,
        position: index + 2,
      })),
    );
    const { text, totalPages } = await read(await invoice());
    expect(totalPages).toBeGreaterThan(2);
    expect(text.match(/PIECE/g)).toHaveLength(totalPages);
    expect(text.match(/INV-2026-00001, Page \d of \d/g)).toEqual(
      Array.from(
        { length: totalPages },
        (_, page) => `INV-2026-00001, Page ${page + 1} of ${totalPages}`,
      ),
    );
    expect(text).toContain("Łódź 长袍 U+1F9F5 gown");
    expect(text).toContain("Total USD $740.00");
  });
});

test("a credit note is the buyer's own and the shop's, under its own number", async () => {
  const { db } = suite.bench;
  const orderId = suite.order.id;
  const [refund] = await db
    .insert(refunds)
    .values({
      orderId,
      paymentId: await paymentOf(db, orderId),
      amountMinor: 12_000,
      currency: "USD",
      provider: "test",
      status: "succeeded" as const,
      reason: "Torn sleeve",
    })
    .returning();
  const order = await findOrderById(db, orderId);
  if (!order || !refund) throw new Error("Nothing to refund");
  const issuedAt = new Date("2026-11-12T12:00:00Z");
  await db.transaction((tx) =>
    issueDocument(tx, { kind: "credit_note", order, refundId: refund.id, issuedAt }),
  );
  const [listed] = await listCorrections(db, orderId);
  expect(listed).toMatchObject({ title: "Credit note", number: "CN-2026-00001" });
  const note = (actor: Actor, reader: "shop" | "buyer", documentId = listed?.id ?? "") =>
    writeCorrection(suite.deps, { actor, orderId, reader, documentId });
  const { text, title } = await read(await note(suite.people.asha, "buyer"));
  expect(title).toBe("Credit note CN-2026-00001");
  for (const label of ["Torn sleeve", "INV-2026-00001 of 10 November 2026", "Total USD −$120.00"]) {
    expect(text).toContain(label);
  }
  expect((await note(suite.people.owner, "shop")).ok).toBe(true);
  expect(await note(await suite.bench.customer("bibi@example.com"), "buyer")).toEqual(lost);
  expect(await note(suite.people.owner, "shop", randomUUID())).toEqual(lost);
  for (const actor of suite.strangers) expect(await note(actor, "shop")).toEqual(forbidden);
});

test("two credit notes of $50.00 take what they change in the tax of $22.00 in $740.00, whichever is printed first", async () => {
  const { db } = suite.bench;
  const orderId = suite.order.id;
  const paymentId = await paymentOf(db, orderId);
  const taxed = { subtotalMinor: 71_800, taxMinor: 2_200 };
  await db.update(orders).set(taxed).where(eq(orders.id, orderId));
  for (const issuedAt of [new Date("2026-11-12T12:00:00Z"), new Date("2026-11-13T12:00:00Z")]) {
    const order = await findOrderById(db, orderId);
    const [refund] = await db
      .insert(refunds)
      .values({
        orderId,
        paymentId,
        amountMinor: 5_000,
        currency: "USD",
        provider: "test",
        status: "succeeded" as const,
      })
      .returning();
    if (!order || !refund) throw new Error("Nothing to refund");
    await db.transaction((tx) =>
      issueDocument(tx, { kind: "credit_note", order, refundId: refund.id, issuedAt }),
    );
  }
  const taxes: string[] = [];
  for (const { id } of (await listCorrections(db, orderId)).toReversed()) {
    const input = { actor: suite.people.owner, orderId, reader: "shop", documentId: id } as const;
    const { text } = await read(await writeCorrection(suite.deps, input));
    taxes.unshift(/Tax (−\$[\d.]+)/.exec(text)?.[1] ?? text);
  }
  // 22.00 of 740.00: 1.486 after the first and 2.973 after both.
  expect(taxes).toEqual(["−$1.49", "−$1.48"]);
});

describe("a packing slip", () => {
  test("before a parcel is packed holds what still has to leave, without a price", async () => {
    const { text } = await read(await slip());
    expect(text).toContain("Packing slip");
    expect(text).toContain("Kaieteur Gown");
    expect(text).toContain("Made to measure");
    expect(text).not.toContain("$");
  });

  test("of a parcel holds what lies in it and how it is followed", async () => {
    const items = [{ itemId: suite.order.shirt, quantity: 1 }];
    const { owner } = suite.people;
    const shipment = {
      carrier: "UPS",
      trackingNumber: "1Z999",
      trackingUrl: "",
      key: "",
      items,
    };
    const sent = await shipOrder(suite.deps, {
      actor: owner,
      orderId: suite.order.id,
      shipment,
    });
    if (!sent.ok) throw new Error(JSON.stringify(sent.error));
    const { text } = await read(await slip(sent.value.shipmentId));
    expect(text).toContain("1Z999");
    expect(text).toContain("Savannah Linen Shirt");
    expect(text).not.toContain("Kaieteur Gown");
  });

  test("is the shop's alone, of an order and a parcel that there is", async () => {
    for (const actor of suite.strangers) expect(await slip(null, actor)).toEqual(forbidden);
    expect(await slip(randomUUID())).toEqual(lost);
    await suite.bench.db
      .update(orders)
      .set({ completedAt: null, status: "expired" })
      .where(eq(orders.id, suite.order.id));
    expect(await slip()).toEqual(lost);
  });
});
