import { eq, inArray, sql } from "drizzle-orm";
import { listingTags } from "#core/content-tag.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { StaleProduct } from "./locked-products.server.ts";
import { lockProductVersions } from "./locked-products.server.ts";
import type { ChangeOfProduct, ProductChange } from "./product-change.ts";
import { realChange } from "./product-change.ts";

type Refusal = "no_category" | StaleProduct;

type Real = { id: string; name: string; before: ProductChange; after: ProductChange };

/**
 * Sets stock, featuring or category of products, all or none; returns the undo. Skips what already applies.
 * Search, counts and pages follow in the transaction.
 */
export const changeProducts = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; changes: readonly ChangeOfProduct[] },
  ): Promise<Result<{ undo: ChangeOfProduct[] }, Refusal>> => {
    const { actor, changes } = input;
    const work = async (tx: Transaction): Promise<Result<{ undo: ChangeOfProduct[] }, Refusal>> => {
      if (!(await holdCategories(tx, changes))) return fail("no_category");
      const locked = await lockProductVersions(tx, changes, { deleted: false });
      if (!locked.ok) return locked;
      const wanted = new Map(changes.map(({ id, change }) => [id.toLowerCase(), change]));
      const real = locked.value.flatMap((product): Real[] => {
        const change = realChange(product, wanted.get(product.id) ?? {});
        return change ? [{ id: product.id, name: product.name, ...change }] : [];
      });
      const versions = await write(tx, real);
      const record = { action: "changed", subject: "product" } as const;
      const entries = real.map(({ id, name, before, after }) => ({
        ...record,
        subjectId: id,
        before: { name, ...before },
        after: { name, ...after },
      }));
      await recordChanges(tx, actor, entries);
      const undo = real.map(({ id, before }) => ({
        id,
        version: versions.get(id) ?? 0,
        change: before,
      }));
      return ok({ undo });
    };
    return changeContent(deps, work, ({ undo }) => listingTags(undo));
  },
);

/** False when one is missing. */
async function holdCategories(tx: Transaction, changes: readonly ChangeOfProduct[]) {
  const named = new Set(changes.flatMap(({ change }) => change.categoryId ?? []));
  for (const id of named) {
    const [found] = await tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(eq(productCategories.id, id))
      .for("key share");
    if (!found) return false;
  }
  return true;
}

/** One statement per equal change; returns new versions. */
async function write(tx: Transaction, real: readonly Real[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const alike of Map.groupBy(real, ({ after }) => JSON.stringify(after)).values()) {
    const rows = await tx
      .update(products)
      .set({ ...alike[0]?.after, version: sql`${products.version} + 1` })
      .where(
        inArray(
          products.id,
          alike.map(({ id }) => id),
        ),
      )
      .returning({ id: products.id, version: products.version });
    for (const { id, version } of rows) versions.set(id, version);
  }
  return versions;
}
