import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import type { FieldChange } from "#features/base/audit/field-change.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { ImportFilter } from "./import-filter.ts";
import { LINES_A_PAGE } from "./import-filter.ts";
import type { ImportStatus, Verdict } from "./import-plan.ts";

/** Null while it waits. */
type LineOutcome = "created" | "changed" | "unchanged" | "refused" | "undone" | null;

export type ImportLine = {
  position: number;
  line: number;
  handle: string;
  name: string;
  verdict: Verdict;
  outcome: LineOutcome;
  productId: string | null;
  problems: LineNote[];
  notes: LineNote[];
  changes: FieldChange[];
};

/** Counts are products. */
export type ImportView = {
  id: string;
  fileName: string;
  fallbackCategory: string;
  status: ImportStatus;
  message: string;
  notes: string[];
  rowCount: number;
  total: number;
  checked: number;
  actorName: string;
  createdAt: Date;
  finishedAt: Date | null;
  verdicts: Record<Verdict, number>;
  outcomes: Record<"created" | "changed" | "refused" | "waiting" | "undone", number>;
  noted: number;
  undoable: number;
};

const importColumns = {
  id: productImports.id,
  fileName: productImports.fileName,
  fallbackCategory: productImports.fallbackCategory,
  status: productImports.status,
  message: productImports.message,
  notes: productImports.notes,
  rowCount: productImports.rowCount,
  total: productImports.total,
  checked: productImports.checked,
  actorName: productImports.actorName,
  createdAt: productImports.createdAt,
  finishedAt: productImports.finishedAt,
};

type Counted = {
  verdict: Verdict;
  outcome: LineOutcome;
  count: number;
  noted: number;
  undoable: number;
};

/** The newest import for an admin, or null; two statements. */
export const findNewestImport = asAdmin(
  async (db: Queryable): Promise<Result<ImportView | null>> => {
    const [row] = await db
      .select(importColumns)
      .from(productImports)
      .orderBy(desc(productImports.createdAt), desc(productImports.id))
      .limit(1);
    if (!row) return ok(null);
    const { rows } = await db.execute<Counted>(sql`
    select verdict, outcome, count(*)::int as count, count(*) filter (where notes <> '[]')::int as noted,
           count(undo)::int as undoable
      from product_import_lines where import_id = ${row.id} group by verdict, outcome`);
    return ok({ ...row, ...countsOf(rows) });
  },
);

function countsOf(rows: readonly Counted[]) {
  const verdicts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  const outcomes = { created: 0, changed: 0, refused: 0, waiting: 0, undone: 0 };
  let noted = 0;
  let undoable = 0;
  for (const row of rows) {
    verdicts[row.verdict] += row.count;
    noted += row.noted;
    undoable += row.undoable;
    if (row.outcome === null) outcomes.waiting += row.count;
    else if (row.outcome !== "unchanged") outcomes[row.outcome] += row.count;
  }
  return { verdicts, outcomes, noted, undoable };
}

export const lineColumns = {
  position: productImportLines.position,
  line: productImportLines.line,
  handle: productImportLines.handle,
  name: productImportLines.name,
  verdict: productImportLines.verdict,
  outcome: productImportLines.outcome,
  productId: productImportLines.productId,
  problems: productImportLines.problems,
  notes: productImportLines.notes,
  changes: sql<FieldChange[]>`${productImportLines.changes}`,
};

function shown(filter: ImportFilter["show"]) {
  if (filter === "all") return sql`true`;
  if (filter === "noted") return sql`${productImportLines.notes} <> '[]'`;
  // Writing may refuse a checked product.
  if (filter === "refused") {
    return sql`(${productImportLines.verdict} = 'refused' or ${productImportLines.outcome} = 'refused')`;
  }
  return eq(productImportLines.verdict, filter);
}

/** A page of an import in file order. */
export const listImportLines = asAdmin(
  async (
    db: Queryable,
    input: { importId: string; filter: ImportFilter },
  ): Promise<Result<{ rows: ImportLine[]; page: number; pageCount: number }>> => {
    const { importId, filter } = input;
    const columns = [productImportLines.handle, productImportLines.name];
    const found = filter.search ? textContains(columns, filter.search) : undefined;
    const where = and(eq(productImportLines.importId, importId), shown(filter.show), found);
    const [counted] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(productImportLines)
      .where(where);
    const pageCount = Math.max(1, Math.ceil((counted?.count ?? 0) / LINES_A_PAGE));
    const page = Math.min(filter.page, pageCount);
    const rows = await db
      .select(lineColumns)
      .from(productImportLines)
      .where(where)
      .orderBy(asc(productImportLines.position))
      .limit(LINES_A_PAGE)
      .offset((page - 1) * LINES_A_PAGE);
    return ok({ rows, page, pageCount });
  },
);
