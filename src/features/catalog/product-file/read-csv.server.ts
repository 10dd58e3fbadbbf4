import { Readable } from "node:stream";
import type { CsvError, Info } from "csv-parse";
import { parse } from "csv-parse";
import { unescapeFormula } from "#core/csv-injection.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { parseHeader } from "./file-columns.ts";
import { MAX_IMPORT_ROWS, validateFile } from "./file-limits.ts";
import type { FileRow } from "./file-rows.ts";
import { fromOtherShop, otherShopOf } from "./other-shop-rows.ts";
import { fromWooCommerce, isWooHeader } from "./woocommerce-rows.ts";

/** How much is read between two pauses: a 20 MB file must not block the shop. */
const CHUNK_CHARACTERS = 64 * 1024;
const MAX_COLUMNS = 300;
/** Bytes; a description needs a hundredth. */
const MAX_ROW_LENGTH = 1_000_000;

/** Notes are about the whole file. */
export type ParsedFile = { names: string[]; rows: FileRow[]; notes: string[] };

/** Decodes by byte order mark, else as UTF-8, else as Windows-1252. */
function decode(bytes: Uint8Array): { text: string; notes: string[] } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), notes: [] };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    const message =
      "The file is not written in UTF-8 and was read as Windows text: please look whether letters like é are right.";
    return { text, notes: [message] };
  }
}

/** The sign that separates the cells of the first line; Excel often writes semicolons. */
function delimiterOf(head: string): string {
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ",";
}

const parseErrors: Partial<Record<CsvError["code"], string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark that opens is never closed",
  CSV_MAX_RECORD_SIZE: "This row is longer than any product's",
  CSV_INVALID_CLOSING_QUOTE: "A quotation mark closes in the middle of a cell",
};

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

async function* chunks(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) {
    yield text.slice(start, start + CHUNK_CHARACTERS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Parsed = { info: Info; record: string[] };

function readHeader(cells: readonly string[]): Result<string[], string> {
  const isOther = isWooHeader(cells) || otherShopOf(cells) !== undefined;
  const head = isOther ? ok(cells.map((cell) => cell.trim())) : parseHeader(cells);
  if (!head.ok) return head;
  return cells.length > MAX_COLUMNS ? fail("The file has more than 300 columns.") : head;
}

/** The columns and the rows that are not empty. `linesBefore`: of the file, before what is parsed. */
async function readRows(
  parser: AsyncIterable<Parsed>,
  linesBefore: number,
): Promise<Result<Pick<ParsedFile, "names" | "rows">, string>> {
  let names: string[] | null = null;
  const rows: FileRow[] = [];
  for await (const { info, record } of parser) {
    const line = info.lines - breaksIn(record) + linesBefore;
    const cells = record.map(unescapeFormula);
    if (names === null) {
      const head = readHeader(cells);
      if (!head.ok) return head;
      names = head.value;
    } else if (rows.length >= MAX_IMPORT_ROWS) {
      return fail("The file has more than 50,000 rows. Please part it into several files.");
    } else if (cells.some((cell) => cell.trim() !== ""))
      rows.push({ line, cells: byName(names, cells) });
  }
  if (names === null) return fail("The file is empty.");
  if (rows.length === 0) return fail("The file names its columns and holds no product.");
  return ok({ names, rows });
}

/** Parses a CSV file, or explains why it holds no products. Line numbers as in editors. */
export async function readCsv(bytes: Uint8Array): Promise<Result<ParsedFile, string>> {
  const refusal = validateFile({ size: bytes.byteLength });
  if (refusal !== null) return fail(refusal);
  const { text, notes } = decode(bytes);
  if (text.includes("\0")) return fail("This is no CSV file: it holds bytes that are no text.");
  // Excel may write "sep=" before the header.
  const [separatorLine = "", separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const linesBefore = separatorLine ? 1 : 0;
  const body = text.slice(separatorLine.length);
  if (body.trim() === "") return fail("The file is empty.");
  const delimiter = separator ?? delimiterOf(body.slice(0, body.search(/[\r\n]|$/)));
  const parser = Readable.from(chunks(body)).pipe(
    parse({
      delimiter,
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      maxRecordSize: MAX_ROW_LENGTH,
    }),
  );
  try {
    const read = await readRows(parser as AsyncIterable<Parsed>, linesBefore);
    return read.ok ? ok(inShopifyColumns({ ...read.value, notes })) : read;
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (!code?.startsWith("CSV_")) throw error;
    return fail(
      `Line ${(lines ?? 1) + linesBefore}: ${parseErrors[code] ?? "this is no row of a CSV file"}.`,
    );
  } finally {
    parser.destroy();
  }
}

function inShopifyColumns(parsed: ParsedFile): ParsedFile {
  const { names, notes, rows } = parsed;
  const isWoo = isWooHeader(names);
  const other = isWoo ? undefined : otherShopOf(names);
  if (!isWoo && !other) return parsed;
  const converted = other ? fromOtherShop(other, rows) : fromWooCommerce(names, rows);
  const by = other ? `${other.name}'s` : "a WooCommerce";
  const address = other?.hasHandles ? "" : ", and a product's address is made of its name";
  const message = `This is ${by} export: names, texts, options, prices, stock and pictures are read${address}.`;
  return { names: [], rows: converted, notes: [...notes, message] };
}

function byName(names: readonly string[], cells: readonly string[]): { [name: string]: string } {
  const row: { [name: string]: string } = Object.create(null);
  for (const [index, name] of names.entries()) {
    if (name !== "") row[name] = cells[index] ?? "";
  }
  return row;
}
