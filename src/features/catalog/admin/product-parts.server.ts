import { and, eq, inArray, like, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import {
  productCategories,
  productFormerSlugs,
  productImages,
  products,
} from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { findSystemCategory } from "../system-categories.ts";
import type { ProductDraft } from "./product-form.ts";
import { MAX_SLUG_LENGTH, slugOf } from "./product-slug.ts";

/** The category's id, held until the product is in it; a system category that the database lacks gets its row. Null when there is none. */
export async function holdCategory(tx: Queryable, named: string): Promise<string | null> {
  const system = isId(named) ? null : findSystemCategory(named);
  if (!system && !isId(named)) return null;
  const { id, name } = productCategories;
  const find = async () => {
    const wanted = system ? eq(sql`lower(${name})`, system.name.toLowerCase()) : eq(id, named);
    const [row] = await tx.select({ id }).from(productCategories).where(wanted).for("key share");
    return row?.id ?? null;
  };
  const found = await find();
  if (found || !system) return found;
  await tx
    .insert(productCategories)
    .values({ id: newId(), name: system.name, description: system.description, isSystem: true })
    .onConflictDoNothing();
  return find();
}

/**
 * A product's address: the one asked for, refused in words where another product has it; without one, the name's with the first number
 * that is free. Only who asks for an address takes over one that another product had before.
 */
export async function chooseSlug(
  tx: Queryable,
  id: string,
  draft: Pick<ProductDraft, "name" | "slug">,
): Promise<Result<string, string>> {
  const wanted = draft.slug || slugOf(draft.name).slice(0, MAX_SLUG_LENGTH - 6) || "product";
  // An id in the address always means the product of that id.
  if (isId(wanted)) return fail("The address may not look like a product's number");
  // Only a name needs the numbers that others took.
  const named = (slug: AnyPgColumn) =>
    draft.slug ? eq(slug, wanted) : or(eq(slug, wanted), like(slug, `${wanted}-%`));
  const present = tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(ne(products.id, id), named(products.slug)));
  const { slug: formerSlug, productId } = productFormerSlugs;
  const former = tx
    .select({ slug: formerSlug })
    .from(productFormerSlugs)
    .where(and(ne(productId, id), named(formerSlug)));
  const rows = await (draft.slug ? present : present.union(former));
  const others = new Set(rows.map(({ slug }) => slug));
  if (!others.has(wanted)) return ok(wanted);
  if (draft.slug) return fail("Another product has this address");
  let number = 2;
  while (others.has(`${wanted}-${number}`)) number += 1;
  return ok(`${wanted}-${number}`);
}

/** Holds the pictures of a draft in the library and answers how to write them; null when one of them is not there. */
export async function keepImages(db: Queryable, { name, images }: ProductDraft) {
  const wanted = [...new Map(images.map((image) => [image.mediaId, image])).values()];
  const ids = wanted.map(({ mediaId }) => mediaId);
  if (ids.length > 0) {
    const found = await db
      .select({ id: media.id })
      .from(media)
      .where(and(inArray(media.id, ids), eq(media.type, "image")))
      .for("key share");
    if (found.length < ids.length) return null;
  }
  const primary = wanted.find((image) => image.primary) ?? wanted[0];
  const rows = wanted.map((image, position) => ({
    mediaId: image.mediaId,
    // The specification's alt text is the product's name (section 3), unless the owner wrote one.
    altText: image.altText || name,
    primaryImage: image === primary,
    position,
  }));
  return {
    async write(tx: Transaction, product: { id: string; isNew: boolean }): Promise<void> {
      const { id: productId, isNew } = product;
      if (!isNew) await tx.delete(productImages).where(eq(productImages.productId, productId));
      if (rows.length === 0) return;
      await tx.insert(productImages).values(rows.map((row) => ({ productId, ...row })));
    },
  };
}
