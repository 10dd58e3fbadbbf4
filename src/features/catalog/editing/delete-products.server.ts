import { inArray, sql } from "drizzle-orm";
import { listingTags } from "#core/content-tag.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { ProductVersion, StaleProduct } from "./locked-products.server.ts";
import { lockProductVersions, productRecord } from "./locked-products.server.ts";

/** Removes products from the shop, all or none; returns their restore. Rows remain for orders and Undo. */
export const deleteProducts = asAdmin(
  async (
    deps: { db: Database; content: CacheInvalidation; clock: Clock },
    input: { actor: Admin; products: readonly ProductVersion[] },
  ): Promise<Result<{ undo: ProductVersion[] }, StaleProduct>> => {
    const { actor } = input;
    const work = async (tx: Transaction) => {
      const locked = await lockProductVersions(tx, input.products, { deleted: false });
      if (!locked.ok) return locked;
      const ids = locked.value.map(({ id }) => id);
      const undo = await tx
        .update(products)
        .set({ deletedAt: deps.clock.now(), version: sql`${products.version} + 1` })
        .where(inArray(products.id, ids))
        .returning({ id: products.id, version: products.version });
      const record = { action: "deleted", subject: "product", after: null } as const;
      await recordChanges(
        tx,
        actor,
        locked.value.map((product) => ({
          ...record,
          subjectId: product.id,
          before: productRecord(product),
        })),
      );
      return ok({ undo });
    };
    return changeContent(deps, work, ({ undo }) => listingTags(undo));
  },
);
