/** The SQLSTATEs of damage: data, indexes, missing files, an unreadable disk. */
const DAMAGED: ReadonlySet<string> = new Set(["XX001", "XX002", "58P01", "58030"]);

const DAMAGE =
  /invalid page|checkpoint record|control file|incorrect checksum|could not (?:open|read|find) (?:file|redo)|pg_control/i;
const OTHER_VERSION = /incompatible with server/i;
const DISK_FULL = /No space left on device|Disk quota exceeded/i;

/** The message is one line about a disk without room. */
export const FULL_DISK_MESSAGE =
  "The disk of DATA_DIR is full: free some space, then start again. Nothing is lost.";

/** One line that says what to do about a damaged or full database, from Postgres' message and SQLSTATE; else null. */
export function explainUnusableDatabase(message: string, sqlState = ""): string | null {
  if (sqlState === "53100" || DISK_FULL.test(message)) return FULL_DISK_MESSAGE;
  const isOther = OTHER_VERSION.test(message);
  if (!isOther && !DAMAGED.has(sqlState) && !DAMAGE.test(message)) return null;
  const what = isOther ? "is damaged or of another version of Postgres" : "is damaged";
  return `The database ${what}: ${message}. Nothing was changed. Put back a backup with 'npm run restore -- FILE --replace' (docs/operations/backup.md).`;
}
