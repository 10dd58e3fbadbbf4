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

type Sealed = z.infer<typeof sealedSchema>;

/** Only this shop can open them (decision D5). */
export type SecretBox = {
  /** For one location; each result differs. */
  seal(secret: string, location: string): Sealed;
  /** Null when the key or location differs or the data was changed. */
  open(sealed: Sealed, location: string): string | null;
};

/** AES-256-GCM with a key derived from the settings key; the location is bound data (ADR 0014). */
export function createSecretBox(settingsKey: string): SecretBox {
  const key = new Uint8Array(hkdfSync("sha256", settingsKey, "", "stored secrets", 32));
  const keyId = settingsKeyFingerprint(settingsKey);
  return {
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
      if (sealed.keyId !== keyId) return null;
      try {
        const nonce = Buffer.from(sealed.nonce, "base64url");
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 })
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

const fileSchema = z.object({
  databasePassword: z.string().min(16),
  authSecret: z.string().min(32),
  settingsKey: z.string().min(32),
});

/** `databasePassword` is null without the embedded database. */
export type Secrets = { databasePassword: string | null; authSecret: string; settingsKey: string };

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
 * The caller holds the instance lock. Throws AppError('configuration').
 */
export async function loadSecrets(env: Env): Promise<Secrets> {
  if (env.DATABASE_URL) {
    const { AUTH_SECRET, SETTINGS_KEY } = env;
    if (AUTH_SECRET && SETTINGS_KEY) {
      return { databasePassword: null, authSecret: AUTH_SECRET, settingsKey: SETTINGS_KEY };
    }
    throw new AppError("configuration", "AUTH_SECRET and SETTINGS_KEY are required");
  }
  const file = await readFileOf(env.DATA_DIR);
  return {
    databasePassword: file.databasePassword,
    authSecret: env.AUTH_SECRET ?? file.authSecret,
    settingsKey: env.SETTINGS_KEY ?? file.settingsKey,
  };
}
