import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { newId } from "#core/ids.ts";
import { media } from "#db/schema/media.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { QUICK_COST } from "#platform/passphrase.server.ts";
import type { MeasurementKeys } from "#platform/secrets.server.ts";
import type { BackupDeps } from "#server/backup/back-up-shop.server.ts";
import { backUpShop } from "#server/backup/back-up-shop.server.ts";
import { restoreShop } from "#server/backup/restore-shop.server.ts";
import { createShutdown } from "#server/start/shutdown.server.ts";
import { fixedClock } from "./clock.ts";
import type { TestDatabase } from "./database.ts";

const MORNING = "2026-11-20T13:05:01Z";
export const SECRETS = {
  authSecret: "a".repeat(40),
  settingsKey: "s".repeat(40),
  oldAuthSecrets: [],
  oldSettingsKeys: [],
};

/** What a backup contains: database and file store. */
export function createStoredShop(database: TestDatabase) {
  const folder = mkdtempSync(join(tmpdir(), "atelier-backup-"));
  const env = parseEnv({
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.url,
    AUTH_SECRET: SECRETS.authSecret,
    SETTINGS_KEY: SECRETS.settingsKey,
  });
  const files = createFileStore(env);
  return {
    database,
    env,
    files,
    pathOf: (name: string) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    /** As the media library; returns its key. */
    async addImage(bytes: Buffer): Promise<string> {
      const id = newId();
      const storageKey = `media/${id}.webp`;
      await files.put(storageKey, bytes, "image/webp");
      const row = { id, name: "p.webp", storageKey, mimeType: "image/webp" };
      await database.db.insert(media).values({ ...row, byteSize: bytes.byteLength });
      return storageKey;
    },
  };
}

export type StoredShop = ReturnType<typeof createStoredShop>;

/** Another store in `files` can change during the backup. */
export function backUp(
  shop: StoredShop,
  file: string,
  options: {
    files?: ShopFiles;
    overwrite?: boolean;
    embedded?: boolean;
    withoutFiles?: boolean;
    passphrase?: string;
    measurementKeys?: MeasurementKeys;
  } = {},
) {
  const deps: BackupDeps = {
    databaseUrl: shop.database.url,
    files: options.files ?? shop.files,
    keys: {
      secrets: { ...SECRETS, isInFile: options.embedded === true },
      measurementKeys: options.measurementKeys ?? null,
      passphrase: options.passphrase ?? null,
      cost: QUICK_COST,
    },
    clock: fixedClock(MORNING),
    onBegin: () => undefined,
    onFile: () => undefined,
  };
  const { overwrite = false, withoutFiles = false } = options;
  return backUpShop(deps, { file, overwrite, withoutFiles });
}

export function restoreInto(
  shop: StoredShop,
  file: string,
  options: {
    replace?: boolean;
    withoutFiles?: boolean;
    withoutKeys?: boolean;
    /** Typed on a terminal; without it there is none. */
    enteredPassphrase?: string;
    variables?: Record<string, string>;
    onChecked?(): void;
  } = {},
) {
  const logger = pino({ level: "silent" });
  const env = parseEnv({
    DATA_DIR: shop.env.DATA_DIR,
    DATABASE_URL: shop.database.url,
    AUTH_SECRET: SECRETS.authSecret,
    SETTINGS_KEY: SECRETS.settingsKey,
    ...options.variables,
  });
  return restoreShop(
    {
      env,
      clock: fixedClock(MORNING),
      closing: createShutdown(logger),
      log: logger,
      requestPassphrase: async () => options.enteredPassphrase ?? null,
      onChecked: options.onChecked ?? (() => undefined),
    },
    {
      file,
      replace: options.replace === true,
      withoutFiles: options.withoutFiles === true,
      withoutKeys: options.withoutKeys === true,
    },
  );
}
