import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { productCategories, products, productVariants } from "#db/schema/catalog.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import {
  lockProductVersions,
  productRecord,
} from "#features/catalog/editing/locked-products.server.ts";
import type { ProductProblems } from "#features/catalog/editing/product-form.ts";
import { categorySlug } from "#features/catalog/editing/product-slug.ts";
import type { FindPublishObstacle } from "#features/catalog/editing/publish-obstacle.ts";
import { isOfferedAnew } from "#features/catalog/editing/publish-obstacle.ts";
import {
  saveProductWithin,
  uniqueConflictProblems,
} from "#features/catalog/editing/save-product.server.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";
import type { Logger } from "#platform/logger.server.ts";
import { importFormInput } from "./check-product.ts";
import { draftNote } from "./draft-note.ts";
import type { ProductPlan } from "./import-plan.ts";
import { findFetched } from "./known-parts.server.ts";
import type { LineUndo } from "./undo-import.server.ts";
import { isPassingFailure, readBefore, readStocks } from "./undo-import.server.ts";
import type { WaitingImage } from "./waiting-images.server.ts";
import { writeWaitingImages } from "./waiting-images.server.ts";

const CHANGED_SINCE =
  "Somebody changed this product after the file was checked. Please check the file again";

type RequestInput = {
  findPublishObstacle: FindPublishObstacle;
  actor: SignedIn;
  plan: ProductPlan;
  fetched: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
};

/** `obstacle`: why the product stays a draft though the file publishes it; null otherwise. */
type Applied = { id: string; undo: LineUndo; obstacle: string | null };

/**
 * Applies a line by the product form's rules: a product that may not be published yet is written as a draft. The caller rolls back a
 * refusal.
 */
async function applyLine(
  tx: Transaction,
  { actor, findPublishObstacle, plan, fetched, problems }: RequestInput,
): Promise<Result<Applied, string>> {
  const images = plan.images.flatMap((image) => {
    const mediaId = "mediaId" in image ? image.mediaId : fetched.get(image.address);
    if (!mediaId) return [];
    const { altText, color } = image;
    return [{ mediaId, altText, primary: false, ...(color && { color }) }];
  });
  const category = await holdNamedCategory(tx, actor, plan.category);
  const submitted = { ...plan.form, categoryId: category.id, images };
  const parsed = importFormInput.safeParse(submitted);
  if (!parsed.success) {
    return fail(parsed.error.issues[0]?.message ?? "It cannot be read any more");
  }
  const { existing } = plan;
  const before = existing && (await readBefore(tx, actor, parsed.data.slug));
  const product = { ...plan.form, productId: existing?.id ?? null };
  const obstacle = isOfferedAnew(before?.form ?? null, plan.form)
    ? await findPublishObstacle(tx, product)
    : null;
  const draft = obstacle === null ? parsed.data : { ...parsed.data, draft: true };
  if (existing?.isDeleted && !(await bringBack(tx, actor, existing))) return fail(CHANGED_SINCE);
  const saved = await saveProductWithin(tx, { actor, version: existing, draft, added: plan.added });
  if (saved.ok) {
    const { id, version } = saved.value;
    if (plan.replacesWaiting) {
      await writeWaitingImages(tx, id, waitingOf(plan, fetched, problems));
    }
    const stocks = await readStocks(tx, id);
    const undo = { version, before, stocks, createdCategory: category.created };
    return ok({ id, undo, obstacle });
  }
  return fail(saved.error.code === "invalid" ? firstOf(saved.error.problems) : CHANGED_SINCE);
}

function waitingOf(
  { images }: ProductPlan,
  fetched: ReadonlyMap<string, string>,
  problems: ReadonlyMap<string, string>,
): WaitingImage[] {
  return images.flatMap((image, position) => {
    if (!("address" in image) || fetched.has(image.address)) return [];
    const { address, altText, color = "" } = image;
    const problem = problems.get(address) ?? "";
    return [{ url: address, altText, position, color, problem }];
  });
}

const firstOf = (problems: ProductProblems): string =>
  Object.values(problems)[0] ?? "It was refused";

/** Case is ignored; a missing category is created. */
async function holdNamedCategory(
  tx: Transaction,
  actor: SignedIn,
  name: string,
): Promise<{ id: string; created: string | null }> {
  if (name === "" || findSystemCategory(name)) return { id: name, created: null };
  const find = async () => {
    const [row] = await tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(eq(sql`lower(${productCategories.name})`, name.toLowerCase()));
    return row?.id;
  };
  const found = await find();
  if (found) return { id: found, created: null };
  const id = newId();
  const added = await tx
    .insert(productCategories)
    .values({ id, name, slug: categorySlug(name) })
    .onConflictDoNothing()
    .returning({ id: productCategories.id });
  if (added.length === 0) return { id: (await find()) ?? id, created: null };
  const entry = { action: "created", subject: "category", subjectId: id, before: null } as const;
  await recordChanges(tx, actor, [{ ...entry, after: { name, description: "" } }]);
  return { id, created: id };
}

async function bringBack(
  tx: Transaction,
  actor: SignedIn,
  version: { id: string; version: number },
): Promise<boolean> {
  const locked = await lockProductVersions(tx, [version], { deleted: true });
  const [product] = locked.ok ? locked.value : [];
  if (!product) return false;
  await tx.update(products).set({ deletedAt: null }).where(eq(products.id, version.id));
  const entry = {
    action: "restored",
    subject: "product",
    subjectId: version.id,
    before: null,
  } as const;
  await recordChanges(tx, actor, [{ ...entry, after: productRecord(product) }]);
  return true;
}

export type WaitingLine = { position: number; line: number; plan: ProductPlan };

export type Batch = {
  importId: string;
  actor: SignedIn;
  lines: readonly WaitingLine[];
  notes: readonly LineNote[];
  /** The problems are keyed by URL. */
  problems: ReadonlyMap<string, string>;
};

type Deps = {
  db: Database;
  findPublishObstacle: FindPublishObstacle;
  content: CacheInvalidation;
  logger: Logger;
};
type Written = {
  line: WaitingLine;
  productId: string | null;
  undo: LineUndo | null;
  refusal: string | null;
  obstacle: string | null;
};

const writtenLine = (line: WaitingLine, { id, obstacle, undo }: Applied): Written => {
  return { line, productId: id, undo, refusal: null, obstacle };
};

const NOT_WRITTEN = "Something went wrong with this product. It was left as it was";

/**
 * Writes a batch with outcomes and progress in one transaction. If a product is refused, repeats with a
 * savepoint each. False when the import is over.
 */
export async function writeBatch(deps: Deps, batch: Batch): Promise<boolean> {
  const together = await tryBatch(deps, batch, writeTogether).catch((error: unknown) => {
    if (isPassingFailure(error)) throw error;
    return fail("refused" as const);
  });
  const isRefused = !together.ok && together.error === "refused";
  const written = isRefused ? await tryBatch(deps, batch, writeApart) : together;
  return written.ok;
}

/** Fails with why a product is refused. */
type Way = (tx: Transaction, deps: Deps, work: Work) => Promise<Result<Written[], string>>;
type Work = Omit<Batch, "notes"> & { fetched: ReadonlyMap<string, string> };

/** 'over' means that the import does not run any more. */
async function tryBatch(
  deps: Deps,
  batch: Batch,
  way: Way,
): Promise<Result<null, "over" | "refused">> {
  const { importId, actor, notes, problems } = batch;
  return changeContent(deps, async (tx) => {
    const [held] = await tx
      .select({ status: productImports.status })
      .from(productImports)
      .where(eq(productImports.id, importId))
      .for("update");
    if (held?.status !== "running") return fail("over" as const);
    const lines = await stillWaiting(tx, batch);
    await lockInOrder(tx, lines);
    const images = lines.flatMap(({ plan }) => plan.images);
    const addresses = images.flatMap((each) => ("address" in each ? [each.address] : []));
    const fetched = await findFetched(tx, addresses);
    const written = await way(tx, deps, { importId, actor, lines, fetched, problems });
    if (!written.ok) return fail("refused" as const);
    await noteOutcomes(tx, importId, written.value, notes);
    return ok(null);
  });
}

async function writeTogether(
  tx: Transaction,
  { findPublishObstacle }: Deps,
  work: Work,
): Promise<Result<Written[], string>> {
  const { actor, lines, fetched, problems } = work;
  const written: Written[] = [];
  for (const line of lines) {
    const request = { actor, findPublishObstacle, plan: line.plan, fetched, problems };
    const done = await applyLine(tx, request);
    if (!done.ok) return done;
    written.push(writtenLine(line, done.value));
  }
  return ok(written);
}

async function writeApart(
  tx: Transaction,
  { findPublishObstacle, logger }: Deps,
  work: Work,
): Promise<Result<Written[], string>> {
  const { importId, actor, lines, fetched, problems: unfetched } = work;
  const written: Written[] = [];
  for (const line of lines) {
    const done = await inTransaction(tx, (part) =>
      applyLine(part, {
        actor,
        findPublishObstacle,
        plan: line.plan,
        fetched,
        problems: unfetched,
      }),
    ).catch((error: unknown) => {
      if (isPassingFailure(error)) throw error;
      const problems = uniqueConflictProblems(error);
      if (!problems) {
        logger.error({ err: error, importId, line: line.line }, "import: product not written");
      }
      return fail(problems ? firstOf(problems) : NOT_WRITTEN);
    });
    written.push(
      done.ok
        ? writtenLine(line, done.value)
        : { line, productId: null, undo: null, refusal: done.error, obstacle: null },
    );
  }
  return ok(written);
}

/** Another process may have written some. */
async function stillWaiting(tx: Transaction, { importId, lines }: Batch): Promise<WaitingLine[]> {
  const { position, outcome } = productImportLines;
  const wanted = lines.map((line) => line.position);
  const rows = await tx
    .select({ position })
    .from(productImportLines)
    .where(
      and(eq(productImportLines.importId, importId), inArray(position, wanted), isNull(outcome)),
    );
  const open = new Set(rows.map((row) => row.position));
  return lines.filter((line) => open.has(line.position));
}

/** Rows are locked in the common order, against deadlocks with orders. */
async function lockInOrder(tx: Transaction, lines: readonly WaitingLine[]): Promise<void> {
  const ids = lines.flatMap(({ plan }) => (plan.existing ? [plan.existing.id] : []));
  if (ids.length === 0) return;
  const { id, productId } = productVariants;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("update");
  await tx
    .select({ id })
    .from(productVariants)
    .where(inArray(productId, ids))
    .orderBy(asc(id))
    .for("update");
}

async function noteOutcomes(
  tx: Transaction,
  importId: string,
  written: readonly Written[],
  notes: readonly LineNote[],
): Promise<void> {
  const outcomes = written.map(({ line: { position, line, plan }, ...each }) => {
    const { obstacle, productId, refusal, undo } = each;
    const held = obstacle === null ? [] : [draftNote(line, { isDone: true, obstacle })];
    const mine = new Set(plan.images.flatMap((each) => ("address" in each ? [each.line] : [])));
    const done = plan.existing ? "changed" : "created";
    return {
      position,
      productId,
      undo,
      outcome: refusal === null ? done : "refused",
      problems: refusal === null ? [] : [{ line, column: "", message: refusal }],
      notes: [...held, ...notes.filter((note) => mine.has(note.line))],
    };
  });
  await tx.execute(sql`
    update product_import_lines l
       set outcome = told.outcome, product_id = told."productId", undo = told.undo, problems = l.problems || told.problems, notes = l.notes || told.notes
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
           as told(position int, "productId" uuid, undo jsonb, outcome text, problems jsonb, notes jsonb)
     where l.import_id = ${importId} and l.position = told.position`);
  await tx
    .update(productImports)
    .set({ applied: sql`${productImports.applied} + ${written.length}` })
    .where(eq(productImports.id, importId));
}
