import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Env } from "./env.server.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;

/** Readable only with the settings key that `keyId` names. All other fields are base64url. */
export const sealedSchema = z.object({
  keyId: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});

export type Sealed = z.infer<typeof sealedSchema>;

/** Only this shop can open them (decision D5). */
export type SecretBox = {
  /** Of the settings key that seals. */
  readonly keyId: string;
  /** For one location; each result differs. */
  seal(secret: string, location: string): Sealed;
  /** Null when the key or location differs or the data was changed. */
  open(sealed: Sealed, location: string): string | null;
};

const deriveKey = (settingsKey: string) =>
  new Uint8Array(hkdfSync("sha256", settingsKey, "", "stored secrets", 32));

/**
 * AES-256-GCM with a key derived from the settings key; the location is bound data (ADR 0014). Former settings keys
 * open, but seal nothing.
 */
export function createSecretBox(
  settingsKey: string,
  oldSettingsKeys: readonly string[] = [],
): SecretBox {
  const key = deriveKey(settingsKey);
  const keyId = settingsKeyFingerprint(settingsKey);
  const keys = new Map(
    oldSettingsKeys.map((old) => [settingsKeyFingerprint(old), deriveKey(old)] as const),
  ).set(keyId, key);
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
  databasePassword: z.string().min(16),
  authSecret: secret,
  settingsKey: secret,
  oldAuthSecrets: z.array(secret).default([]),
  oldSettingsKeys: z.array(secret).default([]),
});

/** `databasePassword` is null without the embedded database. Former values are read but never used to sign or seal. */
export type Secrets = {
  databasePassword: string | null;
  authSecret: string;
  settingsKey: string;
  oldAuthSecrets: readonly string[];
  oldSettingsKeys: readonly string[];
};

/** 256 random bits, safe in a URL. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** Identifies a settings key without revealing it. */
export function settingsKeyFingerprint(settingsKey: string): string {
  return createHash("sha256").update(`settings key: ${settingsKey}`).digest("hex").slice(0, 16);
}

/** Writes DATA_DIR/secrets.json atomically, readable by its owner only. */
export async function writeSecrets(
  dataDir: string,
  secrets: z.infer<typeof fileSchema>,
): Promise<void> {
  const path = join(dataDir, "secrets.json");
  const draft = `${path}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

async function createFile(dataDir: string): Promise<z.infer<typeof fileSchema>> {
  await mkdir(dataDir, { recursive: true });
  const secrets = {
    databasePassword: newSecret(),
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
 * The environment's secrets, or with the embedded database those of DATA_DIR/secrets.json, created at the first start.
 * A value of the environment replaces the file's, which then counts as a former one. The caller holds the instance
 * lock. Throws AppError('configuration').
 */
export async function loadSecrets(env: Env): Promise<Secrets> {
  const { AUTH_SECRET, SETTINGS_KEY, AUTH_SECRET_OLD, SETTINGS_KEY_OLD } = env;
  if (env.DATABASE_URL) {
    if (AUTH_SECRET && SETTINGS_KEY) {
      return {
        databasePassword: null,
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
    databasePassword: file.databasePassword,
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

/**
 * Gives DATA_DIR/secrets.json a new auth secret and settings key and keeps the former ones beside them, or with
 * `forgetOld` removes the former ones and changes nothing else. The database's password stays. Throws
 * AppError('configuration') for a missing or damaged file.
 */
export async function rotateSecretsFile(
  dataDir: string,
  { forgetOld }: { forgetOld: boolean },
): Promise<void> {
  if (!existsSync(join(dataDir, "secrets.json"))) {
    throw new AppError("configuration", `There are no secrets in ${dataDir}: set DATA_DIR.`);
  }
  const { databasePassword, ...file } = await readFileOf(dataDir);
  await writeSecrets(
    dataDir,
    forgetOld
      ? { databasePassword, ...file, oldAuthSecrets: [], oldSettingsKeys: [] }
      : {
          databasePassword,
          authSecret: newSecret(),
          settingsKey: newSecret(),
          oldAuthSecrets: [file.authSecret, ...file.oldAuthSecrets],
          oldSettingsKeys: [file.settingsKey, ...file.oldSettingsKeys],
        },
  );
}
