import { afterEach, beforeEach } from "vitest";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { fixedClock } from "./clock.ts";
import type { TestDatabase } from "./database.ts";
import { createTestDatabase } from "./database.ts";
import { filesInMemory } from "./files.ts";
import { testMeasurementBox } from "./measurements.ts";
import { createCustomer } from "./sessions.ts";

export type AccountBench = {
  readonly db: TestDatabase["db"];
  readonly pool: TestDatabase["pool"];
  readonly files: FileStore;
  readonly measurementBox: SecretBox;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly jobs: { send(): Promise<void> };
  readonly publicUrl: string;
  customer(email: string, changes?: Parameters<typeof createCustomer>[1]): Promise<SignedIn>;
};

export function accountSuite(): AccountBench {
  let database: TestDatabase;
  const clock = fixedClock("2026-11-20T12:00:00Z");
  beforeEach(async () => {
    clock.set("2026-11-20T12:00:00Z");
    database = await createTestDatabase();
  });
  afterEach(() => database.close());
  return {
    get db() {
      return database.db;
    },
    get pool() {
      return database.pool;
    },
    files: filesInMemory(),
    measurementBox: testMeasurementBox(),
    clock,
    jobs: { send: async () => undefined },
    publicUrl: "https://shop.example",
    async customer(email, changes) {
      const userId = await createCustomer(database.db, { ...changes, email });
      return { role: "customer", userId, name: "Asha Persaud", email };
    },
  };
}
