/** What the shop calls such a file, whatever name a browser or a spreadsheet program has for it. */
export const CSV_TYPE = "text/csv";

/** The most a file may weigh and hold. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 50_000;

/** What is wrong with a file before it is read, in words, or null. */
export function validateFile(file: { size: number }): string | null {
  if (file.size < 1) return "The file is empty.";
  return file.size > MAX_IMPORT_BYTES ? "The file is larger than 20 MB." : null;
}
