import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { syncFolder } from "#db/embedded/cluster.server.ts";
import type { Env } from "./env.server.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;

/** Readable with the key `keyId` names. Other fields are base64url. */
export const sealedSchema = z.object({
  keyId: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});

export type Sealed = z.infer<typeof sealedSchema>;

/** Only this shop can open them (decision D5). */
export type SecretBox = {
  /** Of the key that seals. */
  readonly keyId: string;
  /** For one location; each result differs. */
  seal(secret: string, location: string): Sealed;
  /** Null for another key or location, or changed data. */
  open(sealed: Sealed, location: string): string | null;
};

const deriveKey = (secretKey: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", secretKey, "", purpose, 32));

/** AES-256-GCM with a key derived from the settings key, bound to the location (ADR 0014). Former keys only open. */
export function createSecretBox(
  settingsKey: string,
  oldSettingsKeys: readonly string[] = [],
): SecretBox {
  const derive = (each: string) => deriveKey(each, "stored secrets");
  return boxOf(settingsKey, oldSettingsKeys, { derive, fingerprint: settingsKeyFingerprint });
}

/** The same with the measurement key (ADR 0038). The boxes cannot open each other's data, even with one key value. */
export function createMeasurementBox({ current, former }: MeasurementKeys): SecretBox {
  const derive = (each: string) => deriveKey(each, "measurements");
  return boxOf(current, former, { derive, fingerprint: measurementKeyFingerprint });
}

type KeyUse = {
  derive: (secretKey: string) => Uint8Array;
  fingerprint: (secretKey: string) => string;
};

function boxOf(
  current: string,
  former: readonly string[],
  { derive, fingerprint }: KeyUse,
): SecretBox {
  const key = derive(current);
  const keyId = fingerprint(current);
  const keys = new Map(former.map((old) => [fingerprint(old), derive(old)] as const)).set(
    keyId,
    key,
  );
  return {
    keyId,
    seal(secret, location) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(location));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return {
        keyId,
        nonce: nonce.toString("base64url"),
        tag: cipher.getAuthTag().toString("base64url"),
        text: text.toString("base64url"),
      };
    },
    open(sealed, location) {
      const ownKey = keys.get(sealed.keyId);
      if (!ownKey) return null;
      try {
        const nonce = Buffer.from(sealed.nonce, "base64url");
        const decipher = createDecipheriv(CIPHER, ownKey, nonce, { authTagLength: 16 })
          .setAAD(Buffer.from(location))
          .setAuthTag(Buffer.from(sealed.tag, "base64url"));
        const text = decipher.update(Buffer.from(sealed.text, "base64url"));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

const secret = z.string().min(32);

const fileSchema = z.object({
  /** Of earlier versions, until it moves into a file of its own (database-password.server.ts). */
  databasePassword: z.string().min(16).optional(),
  authSecret: secret,
  settingsKey: secret,
  oldAuthSecrets: z.array(secret).default([]),
  oldSettingsKeys: z.array(secret).default([]),
});

/** Former values are only read. */
export type Secrets = {
  /** Of DATA_DIR/secrets.json, which only a shop with the embedded database has. */
  isInFile: boolean;
  authSecret: string;
  settingsKey: string;
  oldAuthSecrets: readonly string[];
  oldSettingsKeys: readonly string[];
};

/** 256 random bits, safe in a URL. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** Identifies a settings key without revealing it. */
export function settingsKeyFingerprint(settingsKey: string): string {
  return fingerprintOf("settings key", settingsKey);
}

/** Identifies an auth secret without revealing it. */
export function authSecretFingerprint(authSecret: string): string {
  return fingerprintOf("auth secret", authSecret);
}

/** The `keyId` of everything that a measurement key has sealed. */
export function measurementKeyFingerprint(measurementKey: string): string {
  return fingerprintOf("measurement key", measurementKey);
}

function fingerprintOf(name: string, secretKey: string): string {
  return createHash("sha256").update(`${name}: ${secretKey}`).digest("hex").slice(0, 16);
}

/** Writes DATA_DIR/secrets.json atomically, owner-only. */
export async function writeSecrets(
  dataDir: string,
  secrets: z.infer<typeof fileSchema>,
): Promise<void> {
  await writePrivateFile(join(dataDir, "secrets.json"), secrets);
}

/** Writes JSON that only the owner of the file may read: the former or the new content, also after a kill or a power cut. */
export async function writePrivateFile(path: string, content: unknown): Promise<void> {
  await writePrivateText(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** The same for a text. */
export async function writePrivateText(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

async function createFile(dataDir: string): Promise<z.infer<typeof fileSchema>> {
  await mkdir(dataDir, { recursive: true });
  const secrets = {
    authSecret: newSecret(),
    settingsKey: newSecret(),
    oldAuthSecrets: [],
    oldSettingsKeys: [],
  };
  await writeSecrets(dataDir, secrets);
  return secrets;
}

async function readFileOf(dataDir: string): Promise<z.infer<typeof fileSchema>> {
  const path = join(dataDir, "secrets.json");
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new AppError("configuration", `${path} cannot be read (${cause.code})`, { cause });
  });
  if (text === null) {
    if (existsSync(join(dataDir, "postgres"))) {
      throw new AppError(
        "configuration",
        `${path} is missing, but a database that needs it is there: put the file back from a backup.`,
      );
    }
    return await createFile(dataDir);
  }
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("configuration", `${path} is damaged: put it back from a backup.`, {
      cause,
    });
  }
}

/**
 * The environment's secrets, or those of DATA_DIR/secrets.json with the embedded database, created at the
 * first start. The environment replaces the file's value, which becomes a former one. The caller holds the
 * instance lock. Throws AppError('configuration').
 */
export async function loadSecrets(env: Env): Promise<Secrets> {
  const { AUTH_SECRET, SETTINGS_KEY, AUTH_SECRET_OLD, SETTINGS_KEY_OLD } = env;
  if (env.DATABASE_URL) {
    if (AUTH_SECRET && SETTINGS_KEY) {
      return {
        isInFile: false,
        authSecret: AUTH_SECRET,
        settingsKey: SETTINGS_KEY,
        oldAuthSecrets: AUTH_SECRET_OLD,
        oldSettingsKeys: SETTINGS_KEY_OLD,
      };
    }
    throw new AppError("configuration", "AUTH_SECRET and SETTINGS_KEY are required");
  }
  const file = await readFileOf(env.DATA_DIR);
  const authSecret = AUTH_SECRET ?? file.authSecret;
  const settingsKey = SETTINGS_KEY ?? file.settingsKey;
  const former = (current: string, ...values: readonly string[]) =>
    [...new Set(values)].filter((value) => value !== current);
  return {
    isInFile: true,
    authSecret,
    settingsKey,
    oldAuthSecrets: former(authSecret, ...AUTH_SECRET_OLD, file.authSecret, ...file.oldAuthSecrets),
    oldSettingsKeys: former(
      settingsKey,
      ...SETTINGS_KEY_OLD,
      file.settingsKey,
      ...file.oldSettingsKeys,
    ),
  };
}

/** The password of the database in a secrets.json of an earlier version; null without the file, or when it is elsewhere. */
export async function findPasswordInSecrets(dataDir: string): Promise<string | null> {
  if (!existsSync(join(dataDir, "secrets.json"))) return null;
  return (await readFileOf(dataDir)).databasePassword ?? null;
}

/** Removes the password of the database from secrets.json, where an earlier version has written it. */
export async function removePasswordFromSecrets(dataDir: string): Promise<void> {
  const { databasePassword: _, ...file } = await readFileOf(dataDir);
  await writeSecrets(dataDir, file);
}

/**
 * Adds a new auth secret and settings key to DATA_DIR/secrets.json and keeps the former; `forgetOld` only
 * removes those. Throws AppError('configuration') for a missing or damaged
 * file.
 */
export async function rotateSecretsFile(
  dataDir: string,
  { forgetOld }: { forgetOld: boolean },
): Promise<void> {
  if (!existsSync(join(dataDir, "secrets.json"))) {
    throw new AppError("configuration", `There are no secrets in ${dataDir}: set DATA_DIR.`);
  }
  const file = await readFileOf(dataDir);
  await writeSecrets(
    dataDir,
    forgetOld
      ? { ...file, oldAuthSecrets: [], oldSettingsKeys: [] }
      : {
          ...file,
          authSecret: newSecret(),
          settingsKey: newSecret(),
          oldAuthSecrets: [file.authSecret, ...file.oldAuthSecrets],
          oldSettingsKeys: [file.settingsKey, ...file.oldSettingsKeys],
        },
  );
}

/** Seals body measurements. Former values only open. */
export type MeasurementKeys = { current: string; former: readonly string[] };

const measurementFileSchema = z.object({ current: secret, former: z.array(secret).default([]) });

const measurementKeyPath = (dataDir: string) => join(dataDir, "measurement-key.json");

async function readMeasurementKeyFile(dataDir: string): Promise<MeasurementKeys | null> {
  const path = measurementKeyPath(dataDir);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new AppError("configuration", `${path} cannot be read (${cause.code})`, { cause });
  });
  if (text === null) return null;
  try {
    return measurementFileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("configuration", `${path} is damaged: put its copy back.`, { cause });
  }
}

/** Several processes may create it: the first linked file counts. */
async function createMeasurementKeyFile(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = measurementKeyPath(dataDir);
  const own = join(dataDir, `measurement-key.${randomBytes(6).toString("hex")}.json`);
  await writePrivateFile(own, { current: newSecret(), former: [] });
  try {
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * MEASUREMENT_KEY with former values, or DATA_DIR/measurement-key.json, created at the first start. Not in `Secrets`, so in a backup
 * only where a passphrase seals it (ADR 0053). The environment replaces the file's value, which becomes a former
 * one. Throws AppError('configuration').
 */
export async function loadMeasurementKeys(env: Env): Promise<MeasurementKeys> {
  const found = await findMeasurementKeys(env);
  if (found) return found;
  await createMeasurementKeyFile(env.DATA_DIR);
  const created = await findMeasurementKeys(env);
  if (!created) throw new AppError("configuration", "MEASUREMENT_KEY is missing");
  return created;
}

/** The same without creating the file: null when there is neither the file nor MEASUREMENT_KEY. */
export async function findMeasurementKeys(env: Env): Promise<MeasurementKeys | null> {
  const { DATA_DIR, MEASUREMENT_KEY, MEASUREMENT_KEY_OLD } = env;
  const file = await readMeasurementKeyFile(DATA_DIR);
  const values = [...MEASUREMENT_KEY_OLD, ...(file ? [file.current, ...file.former] : [])];
  const current = MEASUREMENT_KEY ?? file?.current;
  if (!current) return null;
  return { current, former: [...new Set(values)].filter((value) => value !== current) };
}

/**
 * Adds keys that opened values elsewhere to DATA_DIR/measurement-key.json, as former ones; they are the file where there is none.
 * Removes none.
 */
export async function addMeasurementKeys(dataDir: string, added: MeasurementKeys): Promise<void> {
  const file = await readMeasurementKeyFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  const { current, former } = file ?? added;
  const others = new Set([...former, added.current, ...added.former]);
  others.delete(current);
  if (file && others.size === file.former.length) return;
  await writePrivateFile(measurementKeyPath(dataDir), { current, former: [...others] });
}

/**
 * Adds a new key to DATA_DIR/measurement-key.json and keeps the former; `forgetOld` only removes those. Does
 * nothing without the file.
 */
export async function rotateMeasurementKeyFile(
  dataDir: string,
  { forgetOld }: { forgetOld: boolean },
): Promise<void> {
  const file = await readMeasurementKeyFile(dataDir);
  if (!file) return;
  await writePrivateFile(
    measurementKeyPath(dataDir),
    forgetOld
      ? { ...file, former: [] }
      : { current: newSecret(), former: [file.current, ...file.former] },
  );
}
