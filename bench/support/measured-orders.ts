import { randomBytes } from "node:crypto";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import type { MeasuredShop } from "./shop.ts";
import { startMeasuredShop } from "./shop.ts";

export type PatternShop = AsyncDisposable & {
  shop: MeasuredShop;
  db: Database;
  /** With the shop's measurement key. */
  box: SecretBox;
};

export async function startPatternShop(): Promise<PatternShop> {
  const key = randomBytes(32).toString("hex");
  const shop = await startMeasuredShop({ environment: { MEASUREMENT_KEY: key } });
  const { close, db } = openDatabase({ url: shop.databaseUrl, maxConnections: 2 });
  return {
    shop,
    db,
    box: createMeasurementBox({ current: key, former: [] }),
    async [Symbol.asyncDispose]() {
      await close();
      await shop[Symbol.asyncDispose]();
    },
  };
}

const GARMENTS = ["shirt", "trousers"] as const;

/** Paid orders of measured people who differ a little, shirts and trousers in turn; returns their lines. */
export async function addMeasuredOrders(
  { box, db }: Pick<PatternShop, "box" | "db">,
  count: number,
): Promise<string[]> {
  const lines: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { ...MEASURED_MAN, inseam: MEASURED_MAN.inseam - (index % 20) };
    const { orderItemId } = await createGarmentOrder(db, {
      box,
      specification: measuredSpecification(body),
      terms: { garment: GARMENTS[index % GARMENTS.length] ?? "shirt" },
    });
    lines.push(orderItemId);
  }
  return lines;
}
