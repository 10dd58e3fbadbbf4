import { afterAll, beforeAll, beforeEach } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/refunds.server.ts";
import type { CheckoutBench } from "./checkout.ts";
import { checkoutBench } from "./checkout.ts";
import type { TestDatabase } from "./database.ts";
import { createTestDatabase } from "./database.ts";

/**
 * Sets a file of checkout tests up: one database for the file, and for every test no orders, no mails, and the bench anew. The
 * bench it answers with stays the same object, and can be used from the first test on.
 */
export function checkoutSuite(): CheckoutBench {
  const bench = {} as CheckoutBench;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await database.db.delete(paymentMovements);
    await database.db.delete(refunds);
    await database.db.delete(orders);
    await database.db.delete(mailOutbox);
    Object.assign(bench, checkoutBench(database.db));
  });
  afterAll(() => database.close());
  return bench;
}
