import { inArray, sql } from "drizzle-orm";
import { listingTags } from "#core/content-tag.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { ProductVersion, StaleProduct } from "./locked-products.server.ts";
import { lockProductVersions, productRecord } from "./locked-products.server.ts";

/** Restores deleted products, all or none. */
export const restoreProducts = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; products: readonly ProductVersion[] },
  ): Promise<Result<null, StaleProduct>> => {
    const { actor } = input;
    const work = async (tx: Transaction) => {
      const locked = await lockProductVersions(tx, input.products, { deleted: true });
      if (!locked.ok) return locked;
      const ids = locked.value.map(({ id }) => id);
      await tx
        .update(products)
        .set({ deletedAt: null, version: sql`${products.version} + 1` })
        .where(inArray(products.id, ids));
      const record = { action: "restored", subject: "product", before: null } as const;
      await recordChanges(
        tx,
        actor,
        locked.value.map((product) => ({
          ...record,
          subjectId: product.id,
          after: productRecord(product),
        })),
      );
      return ok(null);
    };
    return changeContent(deps, work, () => listingTags(input.products));
  },
);
