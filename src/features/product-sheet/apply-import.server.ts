import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { ContentWatch } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import { takenAtOnce } from "#features/catalog/save-product.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { PictureSource } from "#platform/picture-source.server.ts";
import { applyLine, firstOf } from "./apply-line.server.ts";
import { fetchPictures } from "./fetch-pictures.server.ts";
import { findImportActor } from "./import-actor.server.ts";
import type { ProductPlan } from "./import-plan.ts";
import { findFetched } from "./known-parts.server.ts";
import type { LineNote } from "./sheet-rows.ts";

/** What writing an import takes. */
export type ApplyDeps = {
  db: Database;
  content: ContentWatch;
  files: FileStore;
  jobs: JobQueue;
  pictures: PictureSource;
  logger: Logger;
};

/** Products in one transaction: few enough that nobody waits long for them, enough that pages are not dropped at every product. */
const PRODUCTS_A_BATCH = 50;

type Line = { position: number; line: number; plan: ProductPlan };

/** The next products to write; one whose pictures come from elsewhere is a batch of its own, so that the bar moves while they come. */
async function nextLines(db: Database, importId: string): Promise<Line[]> {
  const rows = await db
    .select({
      position: productImportLines.position,
      line: productImportLines.line,
      plan: productImportLines.plan,
    })
    .from(productImportLines)
    .where(and(eq(productImportLines.importId, importId), isNull(productImportLines.outcome)))
    .orderBy(asc(productImportLines.position))
    .limit(PRODUCTS_A_BATCH);
  const lines = rows.map((row) => ({ ...row, plan: row.plan as unknown as ProductPlan }));
  const far = lines.findIndex(({ plan }) => plan.pictures.some((each) => "address" in each));
  if (far === -1) return lines;
  return far === 0 ? lines.slice(0, 1) : lines.slice(0, far);
}

/**
 * Writes the next products of a running import, all of them and its progress in one transaction: killed at any moment, it goes on where
 * it was, and no product is written twice. A product that is refused is told in the report and stops nothing. False when nothing is left
 * to do.
 */
export async function applyNextBatch(deps: ApplyDeps, importId: string): Promise<boolean> {
  const [open] = await deps.db
    .select({ status: productImports.status, actorId: productImports.actorId })
    .from(productImports)
    .where(eq(productImports.id, importId));
  if (open?.status !== "running") return false;
  const actor = await findImportActor(deps.db, open.actorId);
  const lines = await nextLines(deps.db, importId);
  if (!actor || lines.length === 0) {
    await endImport(deps.db, importId, actor);
    return false;
  }
  const wanted = lines.flatMap(({ plan }) => plan.pictures);
  const notes = await fetchPictures(deps, { actor, importId, pictures: wanted });
  const written = await changeContent(deps, async (tx) => {
    const [held] = await tx
      .select({ status: productImports.status })
      .from(productImports)
      .where(eq(productImports.id, importId))
      .for("update");
    if (held?.status !== "running") return fail("over");
    // Another process may have written some of them meanwhile.
    const still = await stillWaiting(tx, importId, lines);
    await lockInOrder(tx, still);
    const addresses = wanted.flatMap((each) => ("address" in each ? [each.address] : []));
    const fetched = await findFetched(tx, addresses);
    for (const line of still)
      await writeLine(tx, deps.logger, { importId, actor, line, fetched, notes });
    await tx
      .update(productImports)
      .set({ applied: sql`${productImports.applied} + ${still.length}` })
      .where(eq(productImports.id, importId));
    return ok(null);
  });
  return written.ok;
}

async function stillWaiting(tx: Transaction, importId: string, lines: readonly Line[]) {
  const positions = lines.map(({ position }) => position);
  const rows = await tx
    .select({ position: productImportLines.position })
    .from(productImportLines)
    .where(
      and(
        eq(productImportLines.importId, importId),
        inArray(productImportLines.position, positions),
        isNull(productImportLines.outcome),
      ),
    );
  const open = new Set(rows.map(({ position }) => position));
  return lines.filter(({ position }) => open.has(position));
}

/** Locks what is there already in the order in which everybody else locks it, so that an order and an import never wait for each other. */
async function lockInOrder(tx: Transaction, lines: readonly Line[]): Promise<void> {
  const ids = lines.flatMap(({ plan }) => (plan.seen ? [plan.seen.id] : []));
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

type Writing = {
  importId: string;
  actor: SignedIn;
  line: Line;
  fetched: ReadonlyMap<string, string>;
  notes: readonly LineNote[];
};

const NOT_WRITTEN = "Something went wrong with this product. It was left as it was";

/** Errors of the whole transaction, which the job tries again; a lost connection fails at the next statement. */
const RETRIED = new Set(["40001", "40P01", "57P01", "25P02"]);

async function writeLine(tx: Transaction, logger: Logger, writing: Writing): Promise<void> {
  const { importId, actor, line, fetched, notes } = writing;
  const { plan, position } = line;
  const done = await tx
    .transaction((part) => applyLine(part, { actor, plan, fetched }))
    .catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const code = cause && typeof cause === "object" && "code" in cause ? String(cause.code) : "";
      if (RETRIED.has(code)) throw error;
      const problems = takenAtOnce(error);
      if (!problems)
        logger.error({ err: error, importId, position }, "import: product not written");
      return { ok: false, error: problems ? firstOf(problems) : NOT_WRITTEN } as const;
    });
  const mine = new Set(plan.pictures.flatMap((each) => ("address" in each ? [each.line] : [])));
  const said = notes.filter((note) => mine.has(note.line));
  const refusal = done.ok ? [] : [{ line: line.line, column: "", words: done.error }];
  await tx
    .update(productImportLines)
    .set({
      outcome: done.ok ? (plan.seen ? "changed" : "created") : "refused",
      productId: done.ok ? done.value : null,
      problems: sql`${productImportLines.problems} || ${JSON.stringify(refusal)}::jsonb`,
      notes: sql`${productImportLines.notes} || ${JSON.stringify(said)}::jsonb`,
    })
    .where(
      and(eq(productImportLines.importId, importId), eq(productImportLines.position, position)),
    );
}

async function endImport(db: Database, id: string, actor: SignedIn | null): Promise<void> {
  const words = actor ? "" : "Whoever started it may not change the shop any more.";
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(productImports)
      .set({ status: actor ? "finished" : "stopped", words, file: null, finishedAt: sql`now()` })
      .where(and(eq(productImports.id, id), eq(productImports.status, "running")))
      .returning({ name: productImports.fileName, applied: productImports.applied });
    if (!ended || !actor) return;
    const after = { name: ended.name, products: ended.applied };
    const entry = { action: "finished", subject: "import", subjectId: id, before: null } as const;
    await recordChanges(tx, actor, [{ ...entry, after }]);
  });
}
