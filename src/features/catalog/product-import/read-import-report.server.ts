import { and, asc, desc, eq, gt, ne } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import type { FieldChange } from "#features/base/audit/field-change.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { ImportLine } from "./import-queries.server.ts";
import { lineColumns } from "./import-queries.server.ts";

const REPORT_HEAD = ["Line", "Handle", "Product", "Check", "Result", "Why", "Notes", "Changes"];

const resultLabels = {
  created: "created",
  changed: "changed",
  unchanged: "unchanged",
  refused: "refused",
  waiting: "not imported",
  undone: "undone",
};

const noteText = (notes: readonly LineNote[]) =>
  notes
    .map(({ line, column, message }) => `Line ${line}${column ? `, ${column}` : ""}: ${message}`)
    .join("\n");

const texts = (values: readonly { text: string }[]) => values.map(({ text }) => text).join(", ");

function changeText(change: FieldChange): string {
  if (change.kind === "value") {
    return `${change.label}: ${change.from?.text ?? "nothing"} > ${change.to?.text ?? "nothing"}`;
  }
  const added = change.added.length > 0 ? ` added ${texts(change.added)}` : "";
  const removed = change.removed.length > 0 ? ` removed ${texts(change.removed)}` : "";
  return `${change.label}:${added}${removed}`;
}

function reportLine(line: ImportLine): string {
  const { handle, name, verdict, outcome, problems, notes, changes } = line;
  const result = resultLabels[outcome ?? "waiting"];
  const cells = [noteText(problems), noteText(notes), changes.map(changeText).join("\n")];
  return csvLine([String(line.line), handle, name, verdict, result, ...cells]);
}

const LINES_PER_BATCH = 500;

type Report = { fileName: string; chunks: AsyncGenerator<string> };

/** Streams a checked import's report as CSV; by default the newest. */
export const readImportReport = asAdmin(
  async (db: Queryable, input: { id: string | null }): Promise<Result<Report, "not_found">> => {
    const { id } = input;
    if (id !== null && !isId(id)) return fail("not_found");
    const [row] = await db
      .select({ id: productImports.id, fileName: productImports.fileName })
      .from(productImports)
      .where(and(ne(productImports.status, "checking"), id ? eq(productImports.id, id) : undefined))
      .orderBy(desc(productImports.createdAt), desc(productImports.id))
      .limit(1);
    if (!row) return fail("not_found");
    return ok({ fileName: row.fileName, chunks: items(db, row.id) });
  },
);

async function* items(db: Queryable, importId: string): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(REPORT_HEAD);
  for await (const lines of readImportLines(db, importId)) yield lines.map(reportLine).join("");
}

/** An import in file order, in chunks. */
export async function* readImportLines(
  db: Queryable,
  importId: string,
): AsyncGenerator<ImportLine[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .select(lineColumns)
      .from(productImportLines)
      .where(and(eq(productImportLines.importId, importId), gt(productImportLines.position, after)))
      .orderBy(asc(productImportLines.position))
      .limit(LINES_PER_BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}
