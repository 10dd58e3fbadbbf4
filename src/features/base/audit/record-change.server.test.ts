import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { recordChanges } from "./record-change.server.ts";

const shirt = { name: "Linen shirt", priceMinor: 8_900 };

test("a change is logged with its author and the values before and after", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const userId = await createCustomer(db, { email: "owner@example.com", role: "admin" });
  const actor = { role: "admin", userId, name: "Rosa", email: "owner@example.com" } as const;
  const change = {
    action: "changed",
    subject: "product",
    subjectId: "shirt-1",
    before: shirt,
    after: { ...shirt, priceMinor: 9_900 },
  } as const;
  await recordChanges(db, actor, [change]);
  expect(await db.select().from(auditLog)).toMatchObject([
    { ...change, actorId: userId, actorName: "Rosa" },
  ]);
});

test("nothing changed writes nothing", async () => {
  await using database = await createTestDatabase();
  const actor = {
    role: "admin",
    userId: "none",
    name: "Rosa",
    email: "owner@example.com",
  } as const;
  await recordChanges(database.db, actor, []);
  expect(await database.db.$count(auditLog)).toBe(0);
});
