import { asc, eq, sql } from "drizzle-orm";
import { listingTags } from "#core/content-tag.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { ProductVersion } from "./locked-products.server.ts";

type Copy = ProductVersion & { name: string };

/** Copies a product with sizes, colors, images and garment measurements as an unfeatured draft with stock 0. */
export const duplicateProduct = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; productId: string },
  ): Promise<Result<Copy, "not_found">> => {
    const { actor, productId } = input;
    if (!isId(productId)) return fail("not_found");
    const work = async (tx: Transaction): Promise<Result<Copy, "not_found">> => {
      const [original] = await tx
        .select()
        .from(products)
        .where(eq(products.id, productId))
        .for("share");
      if (!original || original.deletedAt) return fail("not_found");
      const id = newId();
      // Random, so that copies never collide.
      const suffix = id.slice(-8);
      const name = `${original.name} (copy)`;
      const { createdAt, updatedAt, version, ...stored } = original;
      const copy = { ...stored, id, name, slug: `${original.slug}-${suffix}` };
      await tx.insert(products).values({ ...copy, draft: true, inStock: false, featured: false });
      await copyVariants(tx, productId, id, suffix);
      await copyImages(tx, productId, id);
      await tx.execute(sql`
      insert into garment_measures (product_id, size, measurement, length_mm)
      select ${id}, size, measurement, length_mm from garment_measures where product_id = ${productId}`);
      const after = { name, copyOf: productId };
      const record = {
        action: "created",
        subject: "product",
        subjectId: id,
        before: null,
      } as const;
      await recordChanges(tx, actor, [{ ...record, after }]);
      return ok({ id, version: 1, name });
    };
    return changeContent(deps, work, (copy) => listingTags([copy]));
  },
);

async function copyVariants(tx: Transaction, from: string, to: string, suffix: string) {
  const variants = await tx
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, from))
    .orderBy(asc(productVariants.position), asc(productVariants.id));
  if (variants.length === 0) return;
  await tx.insert(productVariants).values(
    variants.map(({ sku, stockCount, id, createdAt, updatedAt, ...variant }) => ({
      ...variant,
      productId: to,
      sku: `${sku}-${suffix}`,
      stockCount: stockCount === null ? null : 0,
    })),
  );
}

async function copyImages(tx: Transaction, from: string, to: string) {
  const images = await tx
    .select()
    .from(productImages)
    .where(eq(productImages.productId, from))
    .orderBy(asc(productImages.position), asc(productImages.id));
  if (images.length === 0) return;
  await tx.insert(productImages).values(
    images.map(({ mediaId, altText, color, primaryImage, position }) => ({
      productId: to,
      mediaId,
      altText,
      color,
      primaryImage,
      position,
    })),
  );
}
