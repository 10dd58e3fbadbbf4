import { z } from "zod";
import type { PassphraseSealed } from "#platform/passphrase.server.ts";
import { openWithPassphrase, sealWithPassphrase } from "#platform/passphrase.server.ts";
import type { MeasurementKeys, Secrets } from "#platform/secrets.server.ts";
import type { ArchiveWriter, ManifestEntry } from "./archive.server.ts";
import { SEALED_KEYS_ENTRY, SECRETS_ENTRY, secretsSchema } from "./archive.server.ts";

/** How a backup holds the keys of the shop: all of them, sealed; some of them in clear; or none. */
export type BackupKeys = "sealed" | "plain" | "none";

const travellingKeysSchema = secretsSchema.extend({
  measurementKeys: z.object({ current: z.string(), former: z.array(z.string()) }).nullable(),
});

/** All keys that a shop needs to read a backup. */
export type TravellingKeys = z.infer<typeof travellingKeysSchema>;

export type ShopKeys = {
  secrets: Secrets;
  /** Null before the first start. */
  measurementKeys: MeasurementKeys | null;
  /** Null when the backup has none. */
  passphrase: string | null;
  /** Of guessing the passphrase; tests pass a small one. */
  cost?: number;
};

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** A passphrase seals all keys. Without one, an embedded shop's sign-in and settings keys are in clear. */
export function backupKeysOf({ passphrase, secrets }: ShopKeys): BackupKeys {
  if (passphrase !== null) return "sealed";
  return secrets.isInFile ? "plain" : "none";
}

/** Adds the keys to an archive as `backupKeysOf` says; returns their entry. */
export async function addKeys(archive: ArchiveWriter, keys: ShopKeys): Promise<ManifestEntry[]> {
  const { cost, measurementKeys, passphrase, secrets } = keys;
  const { authSecret, oldAuthSecrets, oldSettingsKeys, settingsKey } = secrets;
  const plain = { authSecret, settingsKey, oldAuthSecrets, oldSettingsKeys };
  if (passphrase !== null) {
    const all = JSON.stringify({ ...plain, measurementKeys });
    const sealed = await sealWithPassphrase(all, passphrase, cost);
    return [await archive.add(SEALED_KEYS_ENTRY, toJson(sealed))];
  }
  return secrets.isInFile ? [await archive.add(SECRETS_ENTRY, toJson(plain))] : [];
}

/** Null for a wrong passphrase. */
export async function openTravellingKeys(
  sealed: PassphraseSealed,
  passphrase: string,
): Promise<TravellingKeys | null> {
  const text = await openWithPassphrase(sealed, passphrase);
  return text === null ? null : travellingKeysSchema.parse(JSON.parse(text));
}
