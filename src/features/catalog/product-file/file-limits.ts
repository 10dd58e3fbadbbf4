export const CSV_TYPE = "text/csv";

const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 50_000;

/** Why a file is refused unread, or null. */
export function validateFile(file: { size: number }): string | null {
  if (file.size < 1) return "The file is empty.";
  return file.size > MAX_IMPORT_BYTES ? "The file is larger than 20 MB." : null;
}
