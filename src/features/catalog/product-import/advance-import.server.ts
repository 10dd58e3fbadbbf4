import { and, asc, DrizzleQueryError, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Queryable } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { findOutage } from "#db/database-outage.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { FindPublishObstacle } from "#features/catalog/editing/publish-obstacle.ts";
import { isOfferedAnew } from "#features/catalog/editing/publish-obstacle.ts";
import { groupRows, unreadColumns } from "#features/catalog/product-file/file-rows.ts";
import { readCsv } from "#features/catalog/product-file/read-csv.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { KnownParts } from "./check-product.ts";
import { checkProduct } from "./check-product.ts";
import { draftNote } from "./draft-note.ts";
import { fetchImages } from "./fetch-images.server.ts";
import type { CheckedLine, ProductPlan } from "./import-plan.ts";
import { readKnownParts, readKnownShop } from "./known-parts.server.ts";
import { undoNextBatch } from "./undo-import.server.ts";
import { listAllowedHosts } from "./waiting-images.server.ts";
import type { WaitingLine } from "./write-batch.server.ts";
import { writeBatch } from "./write-batch.server.ts";

/** Finds the import's admin anew at each step, because the role may end; null when it did. */
async function findImportActor(db: Queryable, userId: string | null): Promise<SignedIn | null> {
  if (userId === null) return null;
  const [row] = await db
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.role, "admin")));
  return row ? { role: "admin", userId, ...row } : null;
}

type Deps = Pick<ApplyDeps, "db" | "findPublishObstacle" | "imageSource" | "logger">;
type Checking = { id: string; file: Buffer; fallbackCategory: string };

/** One transaction, so that progress shows and others work. */
const PRODUCTS_A_STEP = 200;

/** Records what an import would do per product. Repeatable. */
async function checkImport(deps: Deps, actor: SignedIn, requested: Checking): Promise<void> {
  try {
    await check(deps, actor, requested);
  } catch (error) {
    // Retried, also without a query; other errors are permanent.
    if (error instanceof DrizzleQueryError || findOutage(error)) throw error;
    deps.logger.error({ err: error, importId: requested.id }, "import: file not checked");
    await setAside(deps.db, requested.id, "Something went wrong while the file was read.");
  }
}

async function check(deps: Deps, actor: SignedIn, requested: Checking): Promise<void> {
  const csvFile = await readCsv(requested.file);
  if (!csvFile.ok) return setAside(deps.db, requested.id, csvFile.error);
  const { names, rows, notes } = csvFile.value;
  const groups = groupRows(rows);
  await deps.db
    .update(productImports)
    .set({
      rowCount: rows.length,
      total: groups.length,
      notes: [...notes, ...unreadColumns(names, groups)].slice(0, 60),
    })
    .where(eq(productImports.id, requested.id));
  const shop = { ...(await readKnownShop(deps.db)), fallbackCategory: requested.fallbackCategory };
  const skus = new Map<string, string>();
  const hosts = await listAllowedHosts(deps.db);
  for (let start = 0; start < groups.length; start += PRODUCTS_A_STEP) {
    const step = groups.slice(start, start + PRODUCTS_A_STEP);
    const known = await readKnownParts(deps.db, actor, step);
    const parts = {
      ...known,
      ownerOf: (sku: string) => skus.get(sku) ?? known.skus.get(sku),
      refuseAddress: (address: string) => deps.imageSource.refuse(address, hosts),
    };
    const lines = step.map((group) => {
      const line = checkProduct(group, shop, parts);
      for (const { sku } of line.plan?.form.variants ?? []) if (sku) skus.set(sku, group.handle);
      return line;
    });
    await noteObstacles(deps, lines, known.products);
    if (!(await writeLines(deps.db, requested.id, start, lines))) return;
  }
  await deps.db
    .update(productImports)
    .set({ status: "checked" })
    .where(and(eq(productImports.id, requested.id), eq(productImports.status, "checking")));
}

/** Notes on the lines that would publish a product which will stay a draft, unless its obstacle is out of the way by then. */
async function noteObstacles(
  { db, findPublishObstacle }: Deps,
  lines: readonly CheckedLine[],
  products: KnownParts["products"],
): Promise<void> {
  for (const { handle, line, notes, plan } of lines) {
    const before = products.get(handle)?.form ?? null;
    if (!plan || !isOfferedAnew(before, plan.form)) continue;
    const productId = plan.existing?.id ?? null;
    const obstacle = await findPublishObstacle(db, { ...plan.form, productId });
    if (obstacle !== null) notes.push(draftNote(line, { isDone: false, obstacle }));
  }
}

function setAside(db: Database, id: string, message: string) {
  return db
    .update(productImports)
    .set({ status: "unreadable", message, file: null, finishedAt: sql`now()` })
    .where(and(eq(productImports.id, id), eq(productImports.status, "checking")))
    .then(() => undefined);
}

/** False when the import has ended. */
function writeLines(
  db: Database,
  importId: string,
  start: number,
  lines: readonly CheckedLine[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select({ status: productImports.status })
      .from(productImports)
      .where(eq(productImports.id, importId))
      .for("update");
    if (open?.status !== "checking") return false;
    await tx
      .insert(productImportLines)
      .values(
        lines.map((line, index) => ({
          ...line,
          importId,
          position: start + index,
          outcome: line.verdict === "unchanged" || line.verdict === "refused" ? line.verdict : null,
        })),
      )
      .onConflictDoNothing();
    await tx
      .update(productImports)
      .set({ checked: sql`greatest(${productImports.checked}, ${start + lines.length})` })
      .where(eq(productImports.id, importId));
    return true;
  });
}

export type ApplyDeps = {
  db: Database;
  findPublishObstacle: FindPublishObstacle;
  content: CacheInvalidation;
  files: FileStore;
  jobs: JobQueue;
  imageSource: ImageSource;
  logger: Logger;
};

/** One transaction: short locks, and pages dropped together. */
const PRODUCTS_A_BATCH = 50;

/** External images make a batch, so that progress shows. */
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
  const far = lines.findIndex(({ plan }) =>
    plan.images.some((each) => "address" in each && each.waits === undefined),
  );
  if (far === -1) return lines;
  return far === 0 ? lines.slice(0, 1) : lines.slice(0, far);
}

/**
 * One transaction, so that an interrupted import continues without duplicates. Refused products are reported.
 * False when done.
 */
async function applyNextBatch(deps: ApplyDeps, importId: string): Promise<boolean> {
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
  const wanted = lines.flatMap(({ plan }) => plan.images);
  const { notes, problems } = await fetchImages(deps, { actor, importId, imageSource: wanted });
  return writeBatch(deps, { importId, actor, lines, notes, problems });
}

async function endImport(db: Database, id: string, actor: SignedIn | null): Promise<void> {
  const message = actor ? "" : "Whoever started it may not change the shop any more.";
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(productImports)
      .set({
        status: actor ? "finished" : "stopped",
        message,
        file: null,
        finishedAt: sql`now()`,
      })
      .where(and(eq(productImports.id, id), eq(productImports.status, "running")))
      .returning({ name: productImports.fileName, applied: productImports.applied });
    if (!ended || !actor) return;
    const after = { name: ended.name, products: ended.applied };
    const entry = { action: "finished", subject: "import", subjectId: id, before: null } as const;
    await recordChanges(tx, actor, [{ ...entry, after }]);
  });
}

type RequestInput = { importId: string; isStopping: () => boolean };

/**
 * Checks a new file or completes a started import. Repeatable: one process at a time, by a lock ending with
 * its connection. `isStopping` ends it between batches.
 */
export async function advanceImport(deps: ApplyDeps, requested: RequestInput): Promise<void> {
  await deps.db.transaction(async (hold) => {
    // The connection idles; older servers know only the first limit.
    await hold.execute(sql`
      select set_config(name, '0', true) from pg_settings
       where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
    const { rows } = await hold.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('product import')) as mine`,
    );
    if (rows[0]?.mine) await advance(deps, requested);
  });
}

async function advance(deps: ApplyDeps, { importId, isStopping }: RequestInput): Promise<void> {
  const { status, file, actorId, fallbackCategory } = productImports;
  const [open] = await deps.db
    .select({ status, file, actorId, fallbackCategory })
    .from(productImports)
    .where(eq(productImports.id, importId));
  if (open?.status === "checking" && open.file) {
    const actor = await findImportActor(deps.db, open.actorId);
    if (actor) return checkImport(deps, actor, { id: importId, ...open, file: open.file });
    await deps.db
      .update(productImports)
      .set({ status: "stopped", file: null, finishedAt: sql`now()` })
      .where(eq(productImports.id, importId));
  }
  while (open?.status === "running" && !isStopping()) {
    if (!(await applyNextBatch(deps, importId))) return;
  }
  const undoer = open?.status === "undoing" ? await findImportActor(deps.db, open.actorId) : null;
  while (undoer && !isStopping()) {
    if (!(await undoNextBatch(deps, { importId, actor: undoer }))) return;
  }
}

/** Queues unfinished imports, after a crash or without a queue. */
export async function resumeImports(deps: { db: Database; jobs: JobQueue }): Promise<void> {
  const rows = await deps.db
    .select({ id: productImports.id })
    .from(productImports)
    .where(inArray(productImports.status, ["checking", "running", "undoing"]));
  for (const { id } of rows) await deps.jobs.send("advance-import", { importId: id });
}
