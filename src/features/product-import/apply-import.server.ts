import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { fetchImages } from "./fetch-images.server.ts";
import { findImportActor } from "./import-actor.server.ts";
import type { ProductPlan } from "./import-plan.ts";
import type { WaitingLine } from "./write-batch.server.ts";
import { writeBatch } from "./write-batch.server.ts";

/** What writing an import takes. */
export type ApplyDeps = {
  db: Database;
  content: CacheInvalidation;
  files: FileStore;
  jobs: JobQueue;
  pictures: ImageSource;
  logger: Logger;
};

/** Products in one transaction: few enough that nobody waits long for them, enough that pages are not dropped at every product. */
const PRODUCTS_A_BATCH = 50;

/** The next products to write; one whose pictures come from elsewhere is a batch of its own, so that the bar moves while they come. */
async function nextLines(db: Database, importId: string): Promise<WaitingLine[]> {
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
  const notes = await fetchImages(deps, { actor, importId, pictures: wanted });
  return writeBatch(deps, { importId, actor, lines, notes });
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
