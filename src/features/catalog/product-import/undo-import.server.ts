import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { findOutage } from "#db/database-outage.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { productCategories, products, productVariants } from "#db/schema/catalog.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import {
  lockProductVersions,
  productRecord,
} from "#features/catalog/editing/locked-products.server.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { listProductForms } from "#features/catalog/editing/product-form-queries.server.ts";
import { saveProductWithin } from "#features/catalog/editing/save-product.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { importFormInput } from "./check-product.ts";
import type { WaitingImage } from "./waiting-images.server.ts";
import { listWaitingBySlug, writeWaitingImages } from "./waiting-images.server.ts";

/** `isDeleted` is true when the import brought the product back. */
type ProductBefore = { form: ProductForm; isDeleted: boolean; waiting: WaitingImage[] };

export type LineUndo = {
  /** After the import: later changes are never undone. */
  version: number;
  /** Null for a product that the import created. */
  before: ProductBefore | null;
  /** After the import, by size and color, so that sold items stay sold. */
  stocks: Record<string, number | null>;
  createdCategory: string | null;
};

const stockKey = ({ size, color }: { size: string; color: string }) =>
  `${size}|${color.toUpperCase()}`;

/** What an undo restores; null for an unknown slug. */
export async function readBefore(
  tx: Transaction,
  actor: SignedIn,
  slug: string,
): Promise<ProductBefore | null> {
  const listed = await listProductForms(tx, { actor, select: { slugs: [slug] } });
  const [found] = listed.ok ? listed.value : [];
  if (!found) return null;
  const waiting = (await listWaitingBySlug(tx, [slug])).get(slug) ?? [];
  return { form: found.form, isDeleted: found.isDeleted, waiting };
}

/** Stock by size and color; null when made to order. */
export async function readStocks(
  tx: Transaction,
  productId: string,
): Promise<Record<string, number | null>> {
  const { size, color, stockCount } = productVariants;
  const rows = await tx
    .select({ size, color, stockCount })
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  return Object.fromEntries(rows.map((row) => [stockKey(row), row.stockCount]));
}

type RequestDeps = { db: Database; jobs: JobQueue };

/**
 * Undoes an ended import in the background: created products leave, changed ones return. Products changed
 * since, and fetched images, stay.
 */
export const undoImport = asAdmin(
  async (
    { db, jobs }: RequestDeps,
    { actor, id }: { actor: Admin; id: string },
  ): Promise<Result<null, "not_found" | "busy">> => {
    if (!isId(id)) return fail("not_found");
    const ended = ["finished", "cancelled", "stopped"];
    return inTransaction(db, async (tx) => {
      const [held] = await tx
        .select({ status: productImports.status, name: productImports.fileName })
        .from(productImports)
        .where(eq(productImports.id, id))
        .for("update");
      const left = await tx.$count(productImportLines, undoable(id));
      if (!held || !ended.includes(held.status) || left === 0) return fail("not_found");
      const [other] = await tx
        .select({ id: productImports.id })
        .from(productImports)
        .where(sql`status in ('checking', 'checked', 'running', 'undoing')`);
      if (other) return fail("busy");
      await tx
        .update(productImports)
        .set({ status: "undoing", message: "", actorId: actor.userId, actorName: actor.name })
        .where(eq(productImports.id, id));
      const entry = { action: "undone", subject: "import", subjectId: id, before: null } as const;
      await recordChanges(tx, actor, [{ ...entry, after: { name: held.name, products: left } }]);
      await jobs.send("advance-import", { importId: id }, tx);
      return ok(null);
    });
  },
);

const undoable = (importId: string) =>
  and(eq(productImportLines.importId, importId), isNotNull(productImportLines.undo));

const PRODUCTS_A_BATCH = 50;

type Deps = { db: Database; content: CacheInvalidation; logger: Logger };
type RequestInput = { importId: string; actor: SignedIn };
type Line = { position: number; line: number; productId: string | null; undo: LineUndo };

/** Undoes the last products in one transaction. False when done. */
export async function undoNextBatch(deps: Deps, requested: RequestInput): Promise<boolean> {
  const { importId, actor } = requested;
  const done = await changeContent(deps, async (tx) => {
    const [held] = await tx
      .select({ status: productImports.status })
      .from(productImports)
      .where(eq(productImports.id, importId))
      .for("update");
    if (held?.status !== "undoing") return fail("over");
    const { position, line, productId, undo } = productImportLines;
    const rows = await tx
      .select({ position, line, productId, undo })
      .from(productImportLines)
      .where(undoable(importId))
      .orderBy(desc(position))
      .limit(PRODUCTS_A_BATCH);
    for (const row of rows) {
      await undoLine(tx, deps, requested, { ...row, undo: row.undo as unknown as LineUndo });
    }
    if (rows.length > 0) return ok(true);
    await tx
      .update(productImports)
      .set({ status: "undone", finishedAt: sql`now()` })
      .where(eq(productImports.id, importId));
    return ok(false);
  });
  if (!done.ok) return false;
  if (!done.value) deps.logger.info({ importId, by: actor.userId }, "import: undone");
  return done.value;
}

const CHANGED_SINCE = "It was changed after the import, so it stays as it is";

async function undoLine(
  tx: Transaction,
  deps: Deps,
  requested: RequestInput,
  line: Line,
): Promise<void> {
  const undone = await inTransaction(tx, async (part) => {
    const refusal = await undoProduct(part, requested.actor, line);
    return refusal === null ? ok(null) : fail(refusal);
  }).catch((error: unknown) => {
    if (isPassingFailure(error)) throw error;
    deps.logger.error({ err: error, line: line.line }, "import: product not undone");
    return fail("Something went wrong with this product. It stays as it is");
  });
  const note = undone.ok ? [] : [{ line: line.line, column: "", message: undone.error }];
  await tx
    .update(productImportLines)
    .set({
      undo: null,
      ...(undone.ok && { outcome: "undone" }),
      notes: sql`${productImportLines.notes} || ${JSON.stringify(note)}::jsonb`,
    })
    .where(
      and(
        eq(productImportLines.importId, requested.importId),
        eq(productImportLines.position, line.position),
      ),
    );
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause && typeof cause === "object" && "code" in cause ? String(cause.code) : "";
}

/** Says nothing about a product (a full disk, a lost connection): the job is retried. 25P02: after another failure. */
export function isPassingFailure(error: unknown): boolean {
  return findOutage(error) !== null || codeOf(error) === "25P02";
}

/** Why it stays, or null. */
async function undoProduct(
  tx: Transaction,
  actor: SignedIn,
  { productId, undo }: Line,
): Promise<string | null> {
  if (!productId) return null;
  const { version, before, createdCategory } = undo;
  const known = { id: productId, version };
  const locked = await lockProductVersions(tx, [known], { deleted: false });
  // The product was deleted since.
  if (!locked.ok) return locked.error === "not_found" && !before ? null : CHANGED_SINCE;
  if (before) {
    const restored = await restore(tx, actor, known, undo, before);
    if (restored !== null) return restored;
  }
  if (!before || before.isDeleted) {
    const [product] = locked.value;
    await tx.update(products).set({ deletedAt: sql`now()` }).where(eq(products.id, productId));
    const entry = { action: "deleted", subject: "product", subjectId: productId } as const;
    await recordChanges(tx, actor, [
      { ...entry, before: product ? productRecord(product) : null, after: null },
    ]);
  }
  if (createdCategory) await removeEmptyCategory(tx, actor, createdCategory);
  return null;
}

async function restore(
  tx: Transaction,
  actor: SignedIn,
  version: { id: string; version: number },
  { stocks }: LineUndo,
  { form, waiting }: ProductBefore,
): Promise<string | null> {
  const variants = form.variants.map((variant) => ({
    ...variant,
    knownStock: stocks[stockKey(variant)] ?? null,
  }));
  const draft = importFormInput.safeParse({ ...form, variants }).data;
  if (!draft) return "It cannot be read any more";
  const saved = await saveProductWithin(tx, { actor, version, draft });
  if (!saved.ok) {
    const problems = saved.error.code === "invalid" ? Object.values(saved.error.problems) : [];
    return problems[0] ?? CHANGED_SINCE;
  }
  await writeWaitingImages(tx, version.id, waiting);
  return null;
}

/** A category of the import goes with its last product. */
async function removeEmptyCategory(tx: Transaction, actor: SignedIn, id: string): Promise<void> {
  const inUse = await tx.$count(
    products,
    and(eq(products.categoryId, id), isNull(products.deletedAt)),
  );
  if (inUse > 0) return;
  const [gone] = await tx
    .delete(productCategories)
    .where(eq(productCategories.id, id))
    .returning({ name: productCategories.name });
  if (!gone) return;
  const entry = { action: "deleted", subject: "category", subjectId: id, after: null } as const;
  await recordChanges(tx, actor, [{ ...entry, before: { name: gone.name } }]);
}
