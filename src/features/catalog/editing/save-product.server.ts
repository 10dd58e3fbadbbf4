import { listingTags } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdminWithCode } from "#features/base/identity/guards.server.ts";
import type { ProductVersion } from "./locked-products.server.ts";
import { lockProductVersions } from "./locked-products.server.ts";
import type { ProductDraft, ProductProblems } from "./product-form.ts";
import type { ProductSnapshot } from "./product-form-queries.server.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { prepareProduct, writeProduct } from "./product-write.server.ts";

/** `invalid` has errors by field; `conflict` has the present product. */
export type SaveRefusal =
  | { code: "forbidden" | "not_found" }
  | { code: "invalid"; problems: ProductProblems }
  | { code: "conflict"; current: ProductSnapshot };

type Saved = { id: string; version: number };
type Outcome = Result<Saved, SaveRefusal>;

/**
 * Creates (`version` null) or changes a product with variants, images and search in one transaction. Never
 * overwrites another's change (`conflict`). Stock changes by the owner's difference, so that sold items stay
 * sold. Saving without changes succeeds.
 */
export const saveProduct = asAdminWithCode(
  async (
    deps: ContentDeps,
    input: { actor: Admin; version: ProductVersion | null; draft: ProductDraft },
  ): Promise<Outcome> => {
    const { actor, version, draft } = input;
    try {
      return await changeContent(
        deps,
        (tx) => saveWithCategory(tx, { actor, version, draft }),
        (saved) => listingTags([saved]),
      );
    } catch (error) {
      const problems = uniqueConflictProblems(error);
      if (problems) return fail({ code: "invalid", problems });
      throw error;
    }
  },
);

type Work = {
  actor: SignedIn;
  version: ProductVersion | null;
  draft: ProductDraft;
  /** The creation time; now by default. */
  added?: string | null;
};

async function saveWithCategory(tx: Transaction, work: Work): Promise<Outcome> {
  if (work.draft.categoryId !== "") return saveProductWithin(tx, work);
  return fail({ code: "invalid", problems: { categoryId: "Please select a category" } });
}

/**
 * Saves like saveProduct, inside a transaction, for a draft that may lack a category. The caller authorises and raises
 * the content version. Throws when two saves use one slug or SKU (`uniqueConflictProblems`).
 */
export async function saveProductWithin(tx: Transaction, work: Work): Promise<Outcome> {
  const { actor, version: known, draft, added = null } = work;
  const before = known && (await lockVersion(tx, actor, known));
  if (before && !before.ok) return before;
  const id = before?.value.id ?? newId();
  const present = before?.value.form ?? null;
  const prepared = await prepareProduct(tx, { id, present, draft, added });
  if (!prepared.ok) return fail({ code: "invalid", problems: prepared.error.problems });
  const { version, form } = await writeProduct(tx, actor, prepared.value);
  const record = { subject: "product", subjectId: id, before: present, after: form } as const;
  await recordChanges(tx, actor, [{ ...record, action: present ? "changed" : "created" }]);
  return ok({ id, version });
}

async function lockVersion(
  tx: Transaction,
  actor: SignedIn,
  version: ProductVersion,
): Promise<Result<ProductSnapshot, SaveRefusal>> {
  const locked = await lockProductVersions(tx, [version], { deleted: false });
  if (!locked.ok && locked.error === "not_found") return fail({ code: "not_found" });
  const found = await findProductForm(tx, { actor, id: version.id });
  if (!found.ok || !found.value) return fail({ code: "not_found" });
  return locked.ok ? ok(found.value) : fail({ code: "conflict", current: found.value });
}

const inUse: Record<string, ProductProblems> = {
  products_slug_unique: { slug: "Another product has this URL" },
  product_variants_sku_unique: { variants: "Another product has one of these SKUs" },
};

/** The errors when two saves use one slug or SKU at once, else null. */
export function uniqueConflictProblems(error: unknown): ProductProblems | null {
  const cause = error instanceof Error ? error.cause : null;
  if (!cause || typeof cause !== "object" || !("constraint" in cause)) return null;
  return inUse[String(cause.constraint)] ?? null;
}
