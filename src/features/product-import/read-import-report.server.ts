import { and, asc, desc, eq, gt, ne } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import type { FieldChange } from "#features/audit/field-change.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { LineNote } from "./file-rows.ts";
import type { ImportLine } from "./import-queries.server.ts";
import { lineColumns } from "./import-queries.server.ts";

const REPORT_HEAD = ["Line", "Handle", "Product", "Check", "Result", "Why", "Notes", "Changes"];

const resultWords = {
  created: "created",
  changed: "changed",
  unchanged: "unchanged",
  refused: "refused",
  waiting: "not imported",
  undone: "undone",
};

const noteWords = (notes: readonly LineNote[]) =>
  notes
    .map(({ line, column, words }) => `Line ${line}${column ? `, ${column}` : ""}: ${words}`)
    .join("\n");

const texts = (values: readonly { text: string }[]) => values.map(({ text }) => text).join(", ");

function changeWords(change: FieldChange): string {
  if (change.kind === "value") {
    return `${change.label}: ${change.from?.text ?? "nothing"} > ${change.to?.text ?? "nothing"}`;
  }
  const added = change.added.length > 0 ? ` added ${texts(change.added)}` : "";
  const removed = change.removed.length > 0 ? ` removed ${texts(change.removed)}` : "";
  return `${change.label}:${added}${removed}`;
}

function reportLine(line: ImportLine): string {
  const { handle, name, verdict, outcome, problems, notes, changes } = line;
  const result = resultWords[outcome ?? "waiting"];
  const told = [noteWords(problems), noteWords(notes), changes.map(changeWords).join("\n")];
  return csvLine([String(line.line), handle, name, verdict, result, ...told]);
}

const LINES_A_PIECE = 500;

type Report = { fileName: string; pieces: AsyncGenerator<string> };

/** Streams the report of a checked import as CSV; the newest by default. */
export async function readImportReport(
  db: Queryable,
  input: { actor: Actor; id: string | null },
): Promise<Result<Report, "forbidden" | "not_found">> {
  const { actor, id } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (id !== null && !isId(id)) return fail("not_found");
  const [row] = await db
    .select({ id: productImports.id, fileName: productImports.fileName })
    .from(productImports)
    .where(and(ne(productImports.status, "checking"), id ? eq(productImports.id, id) : undefined))
    .orderBy(desc(productImports.createdAt), desc(productImports.id))
    .limit(1);
  if (!row) return fail("not_found");
  return ok({ fileName: row.fileName, pieces: pieces(db, row.id) });
}

async function* pieces(db: Queryable, importId: string): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(REPORT_HEAD);
  for await (const lines of readImportLines(db, importId)) yield lines.map(reportLine).join("");
}

/** Every product of an import in the file's order, in chunks. */
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
      .limit(LINES_A_PIECE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}
