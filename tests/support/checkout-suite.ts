import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { documentCounters, taxDocuments } from "#db/schema/documents.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import type { CheckoutBench } from "./checkout.ts";
import { checkoutBench } from "./checkout.ts";
import type { TestDatabase } from "./database.ts";
import { createTestDatabase } from "./database.ts";

/** One database per file, without orders and emails before each test. The bench stays one object. */
export function checkoutSuite(): CheckoutBench {
  const bench = {} as CheckoutBench;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await database.db.delete(taxDocuments);
    await database.db.delete(documentCounters);
    await database.db.delete(paymentMovements);
    await database.db.delete(refunds);
    await database.db.delete(payments);
    await database.db.transaction(async (tx) => {
      // Contracts refuse to be deleted; tests own the table.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.delete(contracts);
      await tx.delete(contractProposals);
    });
    await database.db.delete(orders);
    await database.db.delete(mailOutbox);
    Object.assign(bench, checkoutBench(database.db));
  });
  afterAll(() => database.close());
  return bench;
}
