import { and, DrizzleQueryError, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { checkProduct } from "./check-product.ts";
import { groupRows, lostColumns } from "./file-rows.ts";
import type { CheckedLine } from "./import-plan.ts";
import { readKnownParts, readKnownShop } from "./known-parts.server.ts";
import { readCsv } from "./read-csv.server.ts";

type Deps = { db: Database; pictures: ImageSource; logger: Logger };
type Checking = { id: string; file: Buffer; fallbackCategory: string };

/** Products looked at in one transaction, so that the bar moves and others get their turn. */
const PRODUCTS_A_STEP = 200;

/**
 * Checks a file against the shop and writes down, product by product, what an import would do; the catalogue is not touched. It may be
 * begun again at any moment: what is written down already stays.
 */
export async function checkImport(deps: Deps, actor: SignedIn, asked: Checking): Promise<void> {
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
