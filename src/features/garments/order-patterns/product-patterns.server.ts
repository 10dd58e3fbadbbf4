import { and, eq, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { productPatterns } from "#db/schema/patterns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  componentsOfProduct,
  designsOfComponent,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import type { ComponentForm, ProductPatternInput } from "./product-patterns.ts";
import { componentForm, readHouseChoices } from "./product-patterns.ts";

export type ProductPatternRow = {
  productId: string;
  name: string;
  garmentType: string;
  /** Titles of the pattern table. */
  titles: readonly string[];
  isByHand: boolean;
  /** The owner's entry instead of the garment type's. */
  isOwn: boolean;
};

const MAX_PRODUCTS = 500;

const isCustom = sql`${products.deletedAt} is null and ${CUSTOM_SIZE} = any(${products.sizes})`;

const columns = {
  productId: products.id,
  name: products.name,
  garmentType: products.garmentType,
  gender: products.gender,
  components: productPatterns.components,
  choices: productPatterns.choices,
  version: productPatterns.version,
  isDownloadable: productPatterns.isDownloadable,
};

/** What every product with the size Custom is drafted as, by name; for any admin. */
export const listProductPatterns = asAdmin(
  async (db: Queryable): Promise<Result<ProductPatternRow[]>> => {
    const rows = await db
      .select(columns)
      .from(products)
      .leftJoin(productPatterns, eq(productPatterns.productId, products.id))
      .where(isCustom)
      .orderBy(sql`lower(${products.name})`, products.id)
      .limit(MAX_PRODUCTS);
    return ok(
      rows.map(({ components, garmentType, gender, name, productId }) => {
        const names = componentsOfProduct({ garmentType, gender, components });
        return {
          productId,
          name,
          garmentType,
          isOwn: (components ?? []).length > 0,
          titles: names.map((component) => PATTERN_COMPONENTS[component].title),
          isByHand: names.some((component) => designsOfComponent(component).length === 0),
        };
      }),
    );
  },
);

export type ProductPatternForm = {
  productId: string;
  name: string;
  garmentType: string;
  /** 0 before the first entry. */
  version: number;
  isDownloadable: boolean;
  /** Null for the garment type's. */
  own: readonly ComponentName[] | null;
  ofType: readonly ComponentName[];
  forms: readonly ComponentForm[];
};

/** One product's entry with its form; null for a product without the size Custom. */
export const findProductPattern = asAdmin(
  async (
    db: Queryable,
    { productId }: { productId: string },
  ): Promise<Result<ProductPatternForm | null>> => {
    if (!isId(productId)) return ok(null);
    const [row] = await db
      .select(columns)
      .from(products)
      .leftJoin(productPatterns, eq(productPatterns.productId, products.id))
      .where(and(eq(products.id, productId), isCustom));
    if (!row) return ok(null);
    const { choices, components, garmentType, gender, isDownloadable, name, version } = row;
    const ofType = componentsOfProduct({ garmentType, gender, components: null });
    const current = componentsOfProduct({ garmentType, gender, components });
    const house = readHouseChoices(choices ?? {});
    return ok({
      productId,
      name,
      garmentType,
      ofType,
      version: version ?? 0,
      isDownloadable: isDownloadable ?? false,
      own: (components ?? []).length > 0 ? current : null,
      forms: current.map((component) => componentForm(component, house)),
    });
  },
);

type SaveInput = { actor: Admin; productId: string; version: number; entry: ProductPatternInput };

const recordOf = ({ choices, components, isDownloadable }: ProductPatternInput) => ({
  components: components?.join(", ") ?? "",
  isDownloadable,
  choices: JSON.stringify(choices),
});

/**
 * Stores what a product is drafted as. Lines that were drafted before stay as they are until a tailor drafts them again.
 * 'conflict' when somebody saved meanwhile.
 */
export const saveProductPattern = asAdmin(
  async (
    { db }: { db: Database },
    { actor, entry, productId, version }: SaveInput,
  ): Promise<Result<null, "not_found" | "conflict">> => {
    if (!isId(productId)) return fail("not_found");
    return inTransaction(db, async (tx) => {
      const [product] = await tx
        .select({ name: products.name })
        .from(products)
        .where(and(eq(products.id, productId), isNull(products.deletedAt)))
        .for("no key update");
      if (!product) return fail("not_found" as const);
      const [stored] = await tx
        .select()
        .from(productPatterns)
        .where(eq(productPatterns.productId, productId));
      if ((stored?.version ?? 0) !== version) return fail("conflict" as const);
      const { choices, components, isDownloadable } = entry;
      const values = {
        choices,
        isDownloadable,
        components: components && [...components],
        version: version + 1,
        updatedAt: new Date(),
      };
      await tx
        .insert(productPatterns)
        .values({ productId, ...values })
        .onConflictDoUpdate({ target: productPatterns.productId, set: values });
      const before = stored && {
        ...recordOf({ choices: {}, components: null, isDownloadable: stored.isDownloadable }),
        components: stored.components?.join(", ") ?? "",
        choices: JSON.stringify(stored.choices),
      };
      await recordChanges(tx, actor, [
        {
          action: stored ? "changed" : "created",
          subject: "pattern table",
          subjectId: productId,
          before: before ?? null,
          after: { name: product.name, ...recordOf(entry) },
        },
      ]);
      return ok(null);
    });
  },
);
