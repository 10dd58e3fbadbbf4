import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { ContractTerms } from "#features/garments/contract/contract.ts";
import { createContract } from "#features/garments/contract/create-contract.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { testMeasurementBox } from "./measurements.ts";
import { createOrder } from "./orders.ts";

const measured = (value: number) => ({ value, confidence: 0.97, readings: 1, confirmed: false });

/** 987 mm around the chest: a value to look for where it must not be. */
export const testSpecification = (changes: Partial<FitSpecification> = {}): FitSpecification => ({
  label: "Asha",
  profileId: null,
  measurements: { chest: measured(987), waist: measured(813), neck: measured(389) },
  fit: "regular",
  posture: "average",
  shoulders: null,
  remarks: "A little room at the elbow.",
  monogram: "AP",
  findingsInsisted: [],
  ...changes,
});

export const testTerms = (changes: Partial<ContractTerms> = {}): ContractTerms => ({
  product: "Stabroek Suit",
  garment: "suit",
  options: [
    { group: "Cloth", choice: "Ivory linen", priceMinor: 4_000 },
    { group: "Lapel", choice: "Notch", priceMinor: 0 },
  ],
  surchargeMinor: 15_000,
  currency: "USD",
  unitPriceMinor: 149_900,
  extraDays: 14,
  policyVersion: 1,
  consentVersion: 1,
  ...changes,
});

/** Stores a paid made-to-measure order with its contract, as the checkout does. */
export async function createContractedOrder(
  db: Database,
  input: Parameters<typeof createOrder>[1] & {
    specification?: FitSpecification;
    terms?: Partial<ContractTerms>;
    isWithoutContract?: boolean;
    box?: ReturnType<typeof testMeasurementBox>;
  } = {},
): Promise<{ orderId: string; orderItemId: string }> {
  const {
    box = testMeasurementBox(),
    specification = testSpecification(),
    terms,
    isWithoutContract,
    ...order
  } = input;
  const line = { productName: "Stabroek Suit", size: CUSTOM_SIZE, madeToMeasure: true };
  const orderId = await createOrder(db, {
    status: "completed",
    madeToMeasure: true,
    lines: [line],
    ...order,
  });
  const [item] = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id));
  if (!item) throw new Error("The order has no line");
  if (isWithoutContract) return { orderId, orderItemId: item.id };
  const contract = { orderItemId: item.id, specification, terms: testTerms(terms) };
  await createContract(db, { measurementBox: box }, contract);
  return { orderId, orderItemId: item.id };
}
