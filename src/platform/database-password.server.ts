import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import {
  findPasswordInSecrets,
  newSecret,
  removePasswordFromSecrets,
  writePrivateFile,
} from "./secrets.server.ts";

/**
 * The password of the owner of the embedded database, who is no superuser (ADR 0111). It is not among the keys of the shop: what
 * serves requests never opens this file.
 */
export const PASSWORD_FILE = "database-password.json";

const schema = z.object({ password: z.string().min(16) });

/** Writes DATA_DIR/database-password.json atomically, owner-only. */
export async function writeDatabasePassword(dataDir: string, password: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writePrivateFile(join(dataDir, PASSWORD_FILE), { password });
}

async function readFileOf(dataDir: string): Promise<string | null> {
  const path = join(dataDir, PASSWORD_FILE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new AppError("configuration", `${path} cannot be read (${cause.code})`, { cause });
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text)).password;
  } catch (cause) {
    throw new AppError("configuration", `${path} is damaged: put it back from a copy.`, { cause });
  }
}

/** The password of the embedded database's owner, to connect beside a running shop. Null before the first start. */
export async function findDatabasePassword(dataDir: string): Promise<string | null> {
  return (await findPasswordInSecrets(dataDir)) ?? (await readFileOf(dataDir));
}

/**
 * The same to start the server: made at the first start or when it was lost, since each start can give it to the owner. It moves
 * out of the secrets.json of an earlier version, whose value counts. The caller holds the instance lock. Throws
 * AppError('configuration') for a damaged file.
 */
export async function loadDatabasePassword(dataDir: string): Promise<string> {
  const inSecrets = await findPasswordInSecrets(dataDir);
  if (inSecrets !== null) {
    await writeDatabasePassword(dataDir, inSecrets);
    await removePasswordFromSecrets(dataDir);
    return inSecrets;
  }
  const found = await readFileOf(dataDir);
  if (found !== null) return found;
  const password = newSecret();
  await writeDatabasePassword(dataDir, password);
  return password;
}
