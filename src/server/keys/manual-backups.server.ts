import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "#platform/secrets.server.ts";

/** The list lies beside the keys and not in the database, so that a restore does not take it back. */
const pathOf = (dataDir: string) => join(dataDir, "backups-taken.json");

const manualBackup = z.object({
  file: z.string(),
  at: z.string(),
  /** Of the measurement keys that its values are sealed with and that it does not hold itself. */
  keyIds: z.array(z.string()),
});

/** A backup that somebody took with the command; it may be on a disk that is elsewhere now. */
type ManualBackup = z.infer<typeof manualBackup>;

const MAX_REMEMBERED = 200;

/** Newest last; none without the file, or when it cannot be read. */
export async function listManualBackups(dataDir: string): Promise<ManualBackup[]> {
  const text = await readFile(pathOf(dataDir), "utf8").catch(() => "[]");
  try {
    return z.array(manualBackup).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Remembers a backup that the command has written, so that its keys are not forgotten unasked. */
export async function rememberBackup(dataDir: string, manual: ManualBackup): Promise<void> {
  const file = resolve(manual.file);
  const others = (await listManualBackups(dataDir)).filter((each) => each.file !== file);
  await mkdir(dataDir, { recursive: true });
  await writePrivateFile(
    pathOf(dataDir),
    [...others, { file, at: manual.at, keyIds: manual.keyIds }].slice(-MAX_REMEMBERED),
  );
}

/** Strikes the backups that need one of these keys: the owner has given them up. */
export async function giveUpBackups(dataDir: string, keyIds: ReadonlySet<string>): Promise<void> {
  const manual = await listManualBackups(dataDir);
  const remaining = manual.filter((each) => !each.keyIds.some((keyId) => keyIds.has(keyId)));
  if (remaining.length < manual.length) await writePrivateFile(pathOf(dataDir), remaining);
}
