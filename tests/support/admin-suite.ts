import { afterEach, beforeEach } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { parseListingView } from "#features/catalog/listing/listing-view.ts";
import { searchProducts } from "#features/catalog/search/search-queries.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { fixedClock } from "./clock.ts";
import type { TestDatabase } from "./database.ts";
import { createTestDatabase } from "./database.ts";
import { createCustomer, inSession } from "./sessions.ts";

export type AdminBench = {
  readonly db: TestDatabase["db"];
  readonly pool: TestDatabase["pool"];
  readonly clock: ReturnType<typeof fixedClock>;
  readonly actor: Extract<Actor, { role: "admin" }>;
  readonly strangers: readonly Actor[];
  readonly content: CacheInvalidation;
  readonly jobs: JobQueue;
  readonly publicUrl: string;
  readonly settled: ContentChange[];
  /** Names of found products. */
  found(text: string): Promise<string[]>;
};

export function adminSuite(): AdminBench {
  let database: TestDatabase;
  let actor: AdminBench["actor"];
  const settled: ContentChange[] = [];
  const clock = fixedClock("2026-11-20T12:00:00Z");
  beforeEach(async () => {
    database = await createTestDatabase();
    settled.length = 0;
    const account = { name: "Rosa", email: "owner@example.com" };
    const rights = { role: "admin", isOwner: true } as const;
    const userId = await createCustomer(database.db, { ...account, ...rights });
    const person = { role: "admin", userId, ...account } as const;
    actor = await inSession(database.db, person, clock.now());
  });
  afterEach(() => database.close());
  const customer = { name: "Asha", email: "asha@example.com" };
  return {
    get db() {
      return database.db;
    },
    get pool() {
      return database.pool;
    },
    get actor() {
      return actor;
    },
    get strangers() {
      return [visitor, { role: "customer", userId: actor.userId, ...customer } as const];
    },
    clock,
    jobs: { send: async () => undefined } as unknown as JobQueue,
    publicUrl: "https://shop.example",
    settled,
    content: { settle: async (change) => void settled.push(change) },
    async found(text) {
      const view = parseListingView(new URLSearchParams());
      const result = await searchProducts(database.db, { text, gender: "all", view, page: 1 });
      return result.listing.products.map(({ name }) => name);
    },
  };
}
