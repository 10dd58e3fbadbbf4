import { eq } from "drizzle-orm";
import { products } from "#db/schema/catalog.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { orderByTransfer } from "#features/sales/checkout/bank-transfer.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import type { CheckoutBench } from "./checkout.ts";
import { addProduct, georgetown, placed, requestFor } from "./checkout.ts";
import { addCloth, offerToMeasure, specify } from "./made-to-measure.ts";

/** The shop with bank transfers and store credit beside the test payment page. */
export function transferShop(bench: CheckoutBench): CheckoutBench {
  const providers: Record<string, unknown> = {
    manual: bench.manual,
    store_credit: bench.storeCredit,
  };
  const payments = {
    current: async () => bench.testPage,
    of: async (name: string) => providers[name] ?? bench.testPage,
    known: async () => [],
    receive: (...message: Parameters<Payments["receive"]>) => bench.payments.receive(...message),
  } as unknown as Payments;
  return { ...bench, payments } as CheckoutBench;
}

/** Bank transfers within five days, with a deposit of so many percent. */
export async function offerDeposits(
  { db }: Pick<CheckoutBench, "db">,
  depositPercent: number | null,
): Promise<void> {
  await db.delete(siteSettings);
  await db.insert(siteSettings).values({
    settingName: "bankTransfer",
    settingValue: { enabled: true, instructions: "Account 000-123", holdDays: 5, depositPercent },
    version: 1,
  });
}

/** A shirt to be made of two metres of its own roll, for $200.00. */
export async function addMeasuredShirt(bench: CheckoutBench, rollMm = 40_000) {
  const productId = await addProduct(bench.db, { dollars: 200, stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType: "shirt" }).where(eq(products.id, productId));
  const clothId = await addCloth(bench.db, rollMm);
  const terms = { clothLengthMm: 2_000, silk: { clothId } };
  return { productId, clothId, ...(await offerToMeasure(bench.db, productId, terms)) };
}

export type MeasuredShirt = Awaited<ReturnType<typeof addMeasuredShirt>>;

type Change = Partial<Omit<ReturnType<typeof requestFor>, "lines">>;

/** An order of one shirt that awaits its transfer: $200.00, and $15.00 of standard shipping unless it is free. */
export async function transferredShirt(
  bench: CheckoutBench,
  shirt: MeasuredShirt,
  change: Change = {},
) {
  const specification = await specify(bench, shirt.productId, shirt.choices, change.actor);
  const request = requestFor(shirt.productId, { size: "Custom", method: "manual" });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const order = await placed(transferShop(bench), { ...request, lines, ...change });
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  const chosen = await orderByTransfer(transferShop(bench), { sessionId: order.sessionId, values });
  if (!chosen.ok) throw new Error(JSON.stringify(chosen.error));
  return order;
}
