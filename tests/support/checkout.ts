import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { pino } from "pino";
import type { Database } from "#db/client.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { CheckoutRequest } from "#features/sales/checkout/checkout-input.ts";
import type { PlaceOrderFailure } from "#features/sales/checkout/checkout-refusals.server.ts";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import type { CheckoutDeps } from "#features/sales/checkout/write-order.server.ts";
import { createManualPayments } from "#platform/manual-payments.server.ts";
import type { PaymentProvider, Payments } from "#platform/payments.server.ts";
import type { TestPayments } from "#platform/test-payments.server.ts";
import { createTestPayments } from "#platform/test-payments.server.ts";
import { HOME } from "./addresses.ts";
import type { FixedClock } from "./clock.ts";
import { fixedClock } from "./clock.ts";
import { guest } from "./guest.ts";
import { testMeasurementBox } from "./measurements.ts";
import { onlyProvider } from "./payments.ts";
import { createCustomer } from "./sessions.ts";

/** A fixed clock, the test payment page, recorded jobs. */
export type CheckoutBench = CheckoutDeps & {
  payments: TestPayments & Payments;
  testPage: TestPayments;
  manual: PaymentProvider;
  storeCredit: PaymentProvider;
  clock: FixedClock;
  sent: { name: string; payload: unknown }[];
};

/** A Friday morning in Georgetown. */
const MORNING = "2026-11-20T09:00:00-04:00";

export function checkoutBench(db: Database): CheckoutBench {
  const clock = fixedClock(MORNING);
  const sent: CheckoutBench["sent"] = [];
  const publicUrl = "https://shop.example";
  const testPage = createTestPayments({ db, clock, secret: "only-for-tests", publicUrl });
  return {
    db,
    clock,
    sent,
    publicUrl,
    measurementBox: testMeasurementBox(),
    content: { settle: async () => undefined },
    payments: onlyProvider(testPage),
    testPage,
    manual: createManualPayments({ secret: "only-for-tests", publicUrl }),
    storeCredit: createManualPayments({
      name: "store_credit",
      secret: "only-for-tests",
      publicUrl,
    }),
    jobs: { send: async (name, payload) => void sent.push({ name, payload }) },
    logger: pino({ level: "silent" }),
  };
}

type ProductInput = {
  name?: string;
  slug?: string;
  dollars?: number;
  inStock?: boolean;
  deletedAt?: Date;
  /** By size; null is made to order. */
  stock?: Record<string, number | null>;
  color?: { hex: string; name: string };
};

/** Returns the id; sizes are variants. */
export async function addProduct(db: Database, input: ProductInput = {}): Promise<string> {
  const stock = input.stock ?? { M: 5 };
  const slug = input.slug ?? `piece-${randomUUID()}`;
  const [product] = await db
    .insert(products)
    .values({
      slug,
      name: input.name ?? "Demerara Wool Blazer",
      priceMinor: Math.round((input.dollars ?? 100) * 100),
      inStock: input.inStock ?? true,
      deletedAt: input.deletedAt ?? null,
      sizes: Object.keys(stock),
      colors: input.color ? [input.color] : [],
    })
    .returning({ id: products.id });
  if (!product) throw new Error("no product");
  await db.insert(productVariants).values(
    Object.entries(stock).map(([size, stockCount], position) => ({
      productId: product.id,
      size,
      color: input.color?.hex ?? "",
      sku: `${slug}-${size}`,
      stockCount,
      position,
    })),
  );
  return product.id;
}

type OrderRequest = CheckoutRequest & {
  actor: Actor;
  clientIp?: string | null;
  /** The private link of store credit in the visitor's browser. */
  creditToken?: string | null;
};

export function requestFor(
  productId: string,
  change: Partial<CheckoutRequest> & { size?: string; quantity?: number } = {},
): OrderRequest {
  const { size = "M", quantity = 1, ...rest } = change;
  return {
    lines: [{ key: "line", productId, size, color: null, quantity, shown: null }],
    shownTotal: null,
    customerEmail: "shopper@example.com",
    method: "card",
    destination: { country: "GY", city: "" },
    idempotencyKey: randomUUID(),
    shownCredit: null,
    replacesSession: null,
    deviceId: null,
    actor: guest,
    ...rest,
  };
}

/** A new customer with a confirmed email, whose unpaid order holds what it asks for (ADR 0051); spread into a request. */
export async function knownCustomer(db: Database) {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(db, { email });
  return {
    customerEmail: email,
    actor: { role: "customer", userId, name: "Asha", email } as const,
  };
}

/** Fails when refused. */
export async function placed(bench: CheckoutBench, request: OrderRequest) {
  const result = await placeOrder(bench, request);
  if (!result.ok) throw new Error(`not placed: ${result.error.code}`);
  const { sessionId, url } = result.value;
  const [found] = await bench.db
    .select()
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(payments.sessionId, sessionId));
  if (!found) throw new Error("no order");
  return { ...found.orders, payment: found.payments, sessionId, url };
}

/** Fails when it succeeds. */
export async function refusedBecause(
  bench: CheckoutBench,
  request: OrderRequest,
): Promise<PlaceOrderFailure> {
  const result = await placeOrder(bench, request);
  if (result.ok) throw new Error("placed");
  return result.error;
}

export async function stockOf(db: Database, productId: string, size = "M") {
  const variants = await db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  const stock = variants.find((variant) => variant.size === size)?.stockCount ?? null;
  return { stock, held: await db.$count(stockReservations) };
}

/** The mails, in the order in which they were written. */
export function outbox(db: Database) {
  return db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
}

/** Reads an order again, with all its payments. */
export async function reread(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [payment, ...furtherPayments] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.createdAt, payments.id);
  if (!order || !payment) throw new Error("no order");
  return { ...order, payment, furtherPayments };
}

export async function invoiceOf(db: Database, orderId: string) {
  const [invoice] = await db
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orderId, orderId), eq(taxDocuments.kind, "invoice")));
  return invoice ?? null;
}

export const georgetown = { ...HOME, phone: "+592 555 0100", region: "Demerara-Mahaica" };

/** The provider's message never arrives. */
export async function payUnheard(bench: CheckoutBench, sessionId: string): Promise<void> {
  const choice = { optionId: "standard", address: georgetown };
  if (!(await bench.payments.controls.pay(sessionId, choice))) throw new Error("not open");
}
