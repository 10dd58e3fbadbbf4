import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { listLiveProcesses, withAdvisoryLock } from "#db/advisory-lock.server.ts";
import { findSetting, holdsShop, loadDump, prepareSession } from "#db/dump/dump.server.ts";
import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { tryInstanceLock } from "#db/instance-lock.server.ts";
import { MIGRATION_LOCK, requireKnownSchema } from "#db/migrate.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { writeDatabasePassword } from "#platform/database-password.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { FileStore, ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import {
  loadSecrets,
  newSecret,
  settingsKeyFingerprint,
  writeSecrets,
} from "#platform/secrets.server.ts";
import type { Shutdown } from "../start/shutdown.server.ts";
import type { Manifest } from "./archive.server.ts";
import { readArchive, readEntryName } from "./archive.server.ts";
import type { TravellingKeys } from "./backup-keys.server.ts";
import {
  compareLocations,
  LOCATION_ROW,
  parseLocation,
  RECORD_LOCATION,
} from "./file-location.server.ts";
import type { BackupFault } from "./read-backup.server.ts";
import { inspectBackup, readBackupSecrets, unpackBackup } from "./read-backup.server.ts";
import type { FoundKeys, KeysFailure } from "./restore-keys.server.ts";
import {
  findKeysOfBackup,
  keepMeasurementKeys,
  writeMissingVariables,
} from "./restore-keys.server.ts";
import { acceptStage, holdsParts, openStage, settleRestore } from "./stage.server.ts";

type RestoreDeps = {
  env: Env;
  clock: Clock;
  closing: Shutdown;
  log: { error(details: object, message: string): void };
  /** When the backup is valid. */
  onChecked(manifest: Manifest): void;
  /** For keys that a passphrase seals, when the environment has none. Null without a terminal. */
  requestPassphrase(): Promise<string | null>;
};

type RestoreInput = {
  file: string;
  replace: boolean;
  withoutFiles: boolean;
  /** Accepts that values without a key cannot be read until the key is there. */
  withoutKeys: boolean;
};

/** Nothing was changed. */
export type RestoreFailure =
  | BackupFault
  | KeysFailure
  | { code: "shop_running" }
  | { code: "not_empty" }
  | { code: "storage_away" | "other_storage"; message: string }
  /** The backup was made without them, and the storage does not have them either. */
  | { code: "lost_files"; keys: readonly string[] };

/** What the restore has done and what is left to do. */
export type Restored = {
  manifest: Manifest;
  /** What the restored rows name and the storage does not have. */
  lostFiles: readonly string[];
  movedTo: string | null;
  /** Whether this shop's key decrypts the backup's settings. */
  settingsReadable: boolean;
  /** How many measured values no key opens that is here now. */
  unreadable: number;
  /** Lines for the environment, where it lacks keys of the backup. */
  variablesFile: string | null;
};

/**
 * Replaces this shop with a backup (ADR 0007): validated completely, all or nothing,
 * migrated to the newest schema. Refusals change nothing: a running shop, an existing one without `replace`,
 * an invalid or newer backup.
 */
export function restoreShop(
  deps: RestoreDeps,
  input: RestoreInput,
): Promise<Result<Restored, RestoreFailure>> {
  const { DATABASE_URL } = deps.env;
  return DATABASE_URL
    ? restoreIntoServer(DATABASE_URL, deps, input)
    : restoreIntoFolder(deps, input);
}

/** Uses one transaction; starting shops wait. */
async function restoreIntoServer(
  url: string,
  deps: RestoreDeps,
  input: RestoreInput,
): Promise<Result<Restored, RestoreFailure>> {
  const secrets = await loadSecrets(deps.env);
  return withAdvisoryLock(url, MIGRATION_LOCK, async (client) => {
    if ((await listLiveProcesses(client)).length > 0) return fail({ code: "shop_running" });
    const schema = await requireKnownSchema(client);
    const recorded = schema ? await findSetting(client, LOCATION_ROW) : null;
    if (!input.replace && (await holdsShop(client))) return fail({ code: "not_empty" });
    const restorable = await findRestorable(deps, input, recorded);
    if (!restorable.ok) return restorable;
    const { manifest, travelling, unreadable } = restorable.value;
    await keepMeasurementKeys(deps.env, travelling);
    const variablesFile = await writeMissingVariables(deps.env, secrets, travelling);
    const files = createFileStore(deps.env);
    const finish = await load(client, input.file, manifest, files);
    await finish();
    return ok({
      manifest,
      lostFiles: await listMissing(files, manifest.lostFiles),
      movedTo: null,
      settingsReadable: isReadableBy(secrets, manifest),
      unreadable,
      variablesFile,
    });
  });
}

/** Builds the new shop beside the present one and renames. */
async function restoreIntoFolder(
  deps: RestoreDeps,
  input: RestoreInput,
): Promise<Result<Restored, RestoreFailure>> {
  const lock = tryInstanceLock(deps.env.DATA_DIR);
  if (!lock) return fail({ code: "shop_running" });
  try {
    return await replaceFolder(deps, input);
  } finally {
    lock.release();
  }
}

async function replaceFolder(
  deps: RestoreDeps,
  input: RestoreInput,
): Promise<Result<Restored, RestoreFailure>> {
  const { DATA_DIR } = deps.env;
  await settleRestore(DATA_DIR);
  if (!input.replace && holdsParts(DATA_DIR)) return fail({ code: "not_empty" });
  const restorable = await findRestorable(deps, input, null);
  if (!restorable.ok) return restorable;
  const { manifest, travelling, unreadable } = restorable.value;
  const stage = await openStage(DATA_DIR);
  const staged = { stage, file: input.file, manifest, travelling };
  const filled = await fillStage(deps, staged).catch(async (error: unknown) => {
    await settleRestore(DATA_DIR);
    throw error;
  });
  await keepMeasurementKeys(deps.env, travelling);
  const asidePath = await acceptStage(DATA_DIR, nameAside(deps.clock.now()));
  await filled.finish();
  return ok({
    manifest,
    lostFiles: await listMissing(createFileStore(deps.env), manifest.lostFiles),
    movedTo: asidePath,
    settingsReadable: isReadableBy(await loadSecrets(deps.env), manifest),
    unreadable,
    variablesFile: null,
  });
}

/** A backup that this machine can restore completely, or as far as the input accepts. */
type Restorable = FoundKeys & { manifest: Manifest };

/** Inspects the backup, its files and its keys before anything is changed. `recorded`: where the replaced shop's files live. */
async function findRestorable(
  deps: RestoreDeps,
  input: RestoreInput,
  recorded: unknown,
): Promise<Result<Restorable, RestoreFailure>> {
  const inspected = await inspectBackup(input.file);
  if (!inspected.ok) return inspected;
  const { keys, manifest } = inspected.value;
  const failure = await findFileFailure(deps, input, { lostFiles: manifest.lostFiles, recorded });
  if (failure) return fail(failure);
  const found = await findKeysOfBackup(deps, keys, input);
  if (!found.ok) return found;
  deps.onChecked(manifest);
  const { travelling, unreadable } = found.value;
  return ok({ manifest, travelling, unreadable });
}

async function findFileFailure(
  { env }: RestoreDeps,
  { withoutFiles }: RestoreInput,
  { lostFiles, recorded }: { lostFiles: readonly string[]; recorded: unknown },
): Promise<RestoreFailure | null> {
  const files = createFileStore(env);
  const trouble = files.location.kind === "s3" ? await files.check() : null;
  if (trouble) return { code: "storage_away", message: trouble.message };
  if (withoutFiles) return null;
  const difference = compareLocations(parseLocation(recorded), files.location);
  if (difference) return { code: "other_storage", message: difference };
  const keys = await listMissing(files, lostFiles);
  return keys.length > 0 ? { code: "lost_files", keys } : null;
}

async function listMissing(files: FileStore, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const key of keys) {
    if (!(await files.exists(key))) missing.push(key);
  }
  return missing;
}

type Staged = {
  stage: string;
  file: string;
  manifest: Manifest;
  travelling: TravellingKeys | null;
};

/** The database server of the stage gets a password of its own. */
async function fillStage(deps: RestoreDeps, { file, manifest, stage, travelling }: Staged) {
  await writeSecrets(stage, await chooseSecrets(deps.env, file, travelling));
  const password = newSecret();
  await writeDatabasePassword(stage, password);
  deps.closing.add("unfinished restore", () => settleRestore(deps.env.DATA_DIR));
  const database = await startEmbeddedDatabase({
    dataDir: stage,
    password,
    log: deps.log,
  });
  deps.closing.add("database of the restore", () => database.stop());
  try {
    const files = createFileStore({ ...deps.env, DATA_DIR: stage });
    await bringPresentFiles(createFileStore(deps.env), files, manifest.lostFiles);
    const finish = await withAdvisoryLock(database.url, MIGRATION_LOCK, (client) =>
      load(client, file, manifest, files),
    );
    return { finish };
  } finally {
    await database.stop();
  }
}

/** The backup's keys, else the present, else new. */
async function chooseSecrets(env: Env, file: string, travelling: TravellingKeys | null) {
  const present = async () =>
    existsSync(join(env.DATA_DIR, "secrets.json")) ? await loadSecrets(env) : null;
  const found = travelling ?? (await readBackupSecrets(file)) ?? (await present());
  return {
    authSecret: found?.authSecret ?? newSecret(),
    settingsKey: found?.settingsKey ?? newSecret(),
    oldAuthSecrets: [...(found?.oldAuthSecrets ?? [])],
    oldSettingsKeys: [...(found?.oldSettingsKeys ?? [])],
  };
}

/** Whether the current or a former settings key is the backup's. */
function isReadableBy({ settingsKey, oldSettingsKeys }: Secrets, manifest: Manifest): boolean {
  return [settingsKey, ...oldSettingsKeys].some(
    (key) => manifest.settingsKeyMark === settingsKeyFingerprint(key),
  );
}

/** Valid on every file system. */
function nameAside(now: Date): string {
  return `before-restore-${now.toISOString().slice(0, 19).replaceAll(":", "-")}`;
}

/** Files that the backup lacks come along from the shop that is replaced, where it still has them. */
async function bringPresentFiles(
  present: FileStore,
  files: FileStore,
  keys: readonly string[],
): Promise<void> {
  for (const key of await listMissing(files, keys)) {
    const bytes = await present.get(key);
    if (bytes) await files.put(key, bytes, contentTypeOf(key));
  }
}

/** Returns the remaining steps. */
async function load(
  client: Client,
  file: string,
  manifest: Manifest,
  files: ShopFiles,
): Promise<() => Promise<void>> {
  const returning = createFileReturn(files, manifest);
  try {
    await prepareSession(client);
    await client.query("begin");
    await loadDump(client, manifest.dump, (receive) =>
      unpackBackup(file, { file: returning.bring, chunk: receive }),
    );
    await client.query(RECORD_LOCATION, [JSON.stringify(files.location)]);
    await client.query("commit");
  } catch (error) {
    throw explain(error);
  }
  await client.query("analyze");
  return () => returning.finish(file);
}

/** The store may hold other files: overwrites none before the tables are restored. */
function createFileReturn(files: FileStore, manifest: Manifest) {
  const deleted = new Set(manifest.deletedFiles);
  const postponed = new Set<string>();
  const put = (key: string, bytes: Buffer) => files.put(key, bytes, contentTypeOf(key));

  return {
    async bring(key: string, bytes: Buffer): Promise<void> {
      if (deleted.has(key)) return;
      const found = await files.get(key);
      if (!found) await put(key, bytes);
      else if (!found.equals(bytes)) postponed.add(key);
    },
    /** Overwrites differing files once the tables are restored. */
    async finish(file: string): Promise<void> {
      if (postponed.size === 0) return;
      for await (const { name, bytes } of readArchive(file)) {
        const entry = readEntryName(name);
        if (entry.kind === "upload" && postponed.has(entry.key)) await put(entry.key, bytes);
      }
    },
  };
}

function contentTypeOf(key: string): string {
  return key.endsWith(".webp") ? "image/webp" : "application/octet-stream";
}

function explain(cause: unknown): unknown {
  for (let inner = cause; inner instanceof Error; inner = inner.cause) {
    const { code, detail } = inner as Error & { code?: unknown; detail?: string };
    if (typeof code !== "string" || inner instanceof AppError) continue;
    const reason = detail ? `${inner.message}: ${detail}` : inner.message;
    return new AppError(
      "database",
      `The backup could not be restored, and nothing was changed: ${reason}`,
      { cause },
    );
  }
  return cause;
}
