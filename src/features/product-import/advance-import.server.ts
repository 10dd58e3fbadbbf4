import { and, asc, DrizzleQueryError, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Queryable } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { checkProduct } from "./check-product.ts";
import { fetchImages } from "./fetch-images.server.ts";
import { groupRows, lostColumns } from "./file-rows.ts";
import type { CheckedLine, ProductPlan } from "./import-plan.ts";
import { readKnownParts, readKnownShop } from "./known-parts.server.ts";
import { readCsv } from "./read-csv.server.ts";
import type { WaitingLine } from "./write-batch.server.ts";
import { writeBatch } from "./write-batch.server.ts";

/** The admin who asked for an import, asked anew at each step because it outlives the request; null when they are none any more. */
async function findImportActor(db: Queryable, userId: string | null): Promise<SignedIn | null> {
  if (userId === null) return null;
  const [row] = await db
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.role, "admin")));
  return row ? { role: "admin", userId, ...row } : null;
}

type Deps = { db: Database; pictures: ImageSource; logger: Logger };
type Checking = { id: string; file: Buffer; fallbackCategory: string };

/** Products looked at in one transaction, so that the bar moves and others get their turn. */
const PRODUCTS_A_STEP = 200;

/**
 * Checks a file against the shop and writes down, product by product, what an import would do; the catalogue is not touched. It may be
 * begun again at any moment: what is written down already stays.
 */
async function checkImport(deps: Deps, actor: SignedIn, asked: Checking): Promise<void> {
  try {
    await check(deps, actor, asked);
  } catch (error) {
    // A database that is away is asked again later; anything else would fail for ever.
    if (error instanceof DrizzleQueryError) throw error;
    deps.logger.error({ err: error, importId: asked.id }, "import: file not checked");
    await setAside(deps.db, asked.id, "Something went wrong while the file was read.");
  }
}

async function check(deps: Deps, actor: SignedIn, asked: Checking): Promise<void> {
  const sheet = await readCsv(asked.file);
  if (!sheet.ok) return setAside(deps.db, asked.id, sheet.error);
  const { names, rows, notes } = sheet.value;
  const groups = groupRows(rows);
  await deps.db
    .update(productImports)
    .set({
      rowCount: rows.length,
      total: groups.length,
      notes: [...notes, ...lostColumns(names, groups)].slice(0, 60),
    })
    .where(eq(productImports.id, asked.id));
  const shop = { ...(await readKnownShop(deps.db)), fallbackCategory: asked.fallbackCategory };
  const skus = new Map<string, string>();
  for (let start = 0; start < groups.length; start += PRODUCTS_A_STEP) {
    const step = groups.slice(start, start + PRODUCTS_A_STEP);
    const known = await readKnownParts(deps.db, actor, step);
    const parts = {
      ...known,
      ownerOf: (sku: string) => skus.get(sku) ?? known.skus.get(sku),
      refuseAddress: deps.pictures.refuse,
    };
    const lines = step.map((group) => {
      const line = checkProduct(group, shop, parts);
      for (const { sku } of line.plan?.form.variants ?? []) if (sku) skus.set(sku, group.handle);
      return line;
    });
    if (!(await writeLines(deps.db, asked.id, start, lines))) return;
  }
  await deps.db
    .update(productImports)
    .set({ status: "checked" })
    .where(and(eq(productImports.id, asked.id), eq(productImports.status, "checking")));
}

function setAside(db: Database, id: string, words: string) {
  return db
    .update(productImports)
    .set({ status: "unreadable", words, file: null, finishedAt: sql`now()` })
    .where(and(eq(productImports.id, id), eq(productImports.status, "checking")))
    .then(() => undefined);
}

/** Writes a step of the check down; false when nobody waits for it any more. */
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
        lines.map((line, place) => ({
          ...line,
          importId,
          position: start + place,
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

type Asked = { importId: string; isStopping: () => boolean };

/**
 * Brings an import as far as it goes by itself: a new file to its check, a started one to its end. May be asked any number of times: one
 * process at a time works, by a lock that goes with its connection, also after a crash. `isStopping` lets the shop close between two batches.
 */
export async function advanceImport(deps: ApplyDeps, asked: Asked): Promise<void> {
  await deps.db.transaction(async (hold) => {
    // The lock's own connection does nothing for as long as the import takes; older servers know only the first limit.
    await hold.execute(sql`
      select set_config(name, '0', true) from pg_settings
       where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
    const { rows } = await hold.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('product import')) as mine`,
    );
    if (rows[0]?.mine) await advance(deps, asked);
  });
}

async function advance(deps: ApplyDeps, { importId: id, isStopping }: Asked): Promise<void> {
  const { status, file, actorId, fallbackCategory } = productImports;
  const [open] = await deps.db
    .select({ status, file, actorId, fallbackCategory })
    .from(productImports)
    .where(eq(productImports.id, id));
  if (open?.status === "checking" && open.file) {
    const actor = await findImportActor(deps.db, open.actorId);
    if (actor) return checkImport(deps, actor, { id, ...open, file: open.file });
    await deps.db
      .update(productImports)
      .set({ status: "stopped", file: null, finishedAt: sql`now()` })
      .where(eq(productImports.id, id));
  }
  while (open?.status === "running" && !isStopping()) {
    if (!(await applyNextBatch(deps, id))) return;
  }
}

/** Asks for every import that is under way: a killed process left its job behind, or there was no queue when it was asked for. */
export async function resumeImports(deps: { db: Database; jobs: JobQueue }): Promise<void> {
  const rows = await deps.db
    .select({ id: productImports.id })
    .from(productImports)
    .where(inArray(productImports.status, ["checking", "running"]));
  for (const { id } of rows) await deps.jobs.send("advance-import", { importId: id });
}
