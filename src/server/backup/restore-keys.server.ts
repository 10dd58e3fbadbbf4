import { join } from "node:path";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { withKeysLock } from "#db/instance-lock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { PassphraseSealed } from "#platform/passphrase.server.ts";
import { passphraseSealedSchema } from "#platform/passphrase.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import {
  addMeasurementKeys,
  findMeasurementKeys,
  measurementKeyFingerprint,
  writePrivateText,
} from "#platform/secrets.server.ts";
import type { ArchiveEntry } from "./archive.server.ts";
import { DamagedArchive, readEntryName, SEALED_KEYS_ENTRY } from "./archive.server.ts";
import type { TravellingKeys } from "./backup-keys.server.ts";
import { openTravellingKeys } from "./backup-keys.server.ts";
import { createSealedValueCounter } from "./sealed-values.server.ts";

/** What a backup says about keys. */
export type KeysInBackup = {
  /** Null where it was made without a passphrase. */
  sealedKeys: PassphraseSealed | null;
  /** How many values each measurement key has sealed, by the id of the key. */
  sealedValues: ReadonlyMap<string, number>;
};

function parseSealedKeys(bytes: Buffer): PassphraseSealed {
  try {
    return passphraseSealedSchema.parse(JSON.parse(bytes.toString("utf8")));
  } catch (cause) {
    throw new DamagedArchive("The sealed keys are not what was written", { cause });
  }
}

/** Collects what a backup says about keys while its entries are read in their order. */
export function createKeysReader(): { read(entry: ArchiveEntry): void; found(): KeysInBackup } {
  const sealed = createSealedValueCounter();
  let sealedKeys: PassphraseSealed | null = null;
  return {
    read({ bytes, name }) {
      const entry = readEntryName(name);
      if (entry.kind === "table") sealed.read(entry.table, bytes);
      if (name === SEALED_KEYS_ENTRY) {
        sealedKeys = parseSealedKeys(bytes);
      }
    },
    found: () => ({ sealedKeys, sealedValues: sealed.counts }),
  };
}

/** Nothing was changed. */
export type KeysFailure =
  | { code: "passphrase_needed" }
  | { code: "wrong_passphrase" }
  /** So many values are sealed with keys that are neither in the backup nor here. */
  | { code: "keys_missing"; values: number };

type Deps = {
  env: Env;
  /** Null without a terminal. */
  requestPassphrase(): Promise<string | null>;
};

/** The keys with which the values of a backup are read. */
export type FoundKeys = {
  /** Null where the backup has none that were opened. */
  travelling: TravellingKeys | null;
  /** How many values no known key opens; not 0 only when that was accepted. */
  unreadable: number;
};

async function openKeys(
  { requestPassphrase, env }: Deps,
  sealed: PassphraseSealed,
): Promise<Result<TravellingKeys, KeysFailure>> {
  const passphrase = env.BACKUP_PASSPHRASE ?? (await requestPassphrase());
  if (passphrase === null) return fail({ code: "passphrase_needed" });
  const keys = await openTravellingKeys(sealed, passphrase);
  return keys ? ok(keys) : fail({ code: "wrong_passphrase" });
}

/**
 * Opens the keys of a backup and says before anything is changed what could not be read after its restore. `withoutKeys` accepts
 * that, also without the passphrase.
 */
export async function findKeysOfBackup(
  deps: Deps,
  { sealedKeys, sealedValues }: KeysInBackup,
  { withoutKeys }: { withoutKeys: boolean },
): Promise<Result<FoundKeys, KeysFailure>> {
  const isTried = sealedKeys !== null && (!withoutKeys || deps.env.BACKUP_PASSPHRASE !== undefined);
  const opened = isTried ? await openKeys(deps, sealedKeys) : null;
  if (opened && !opened.ok && !withoutKeys) return opened;
  const travelling = opened?.ok ? opened.value : null;
  const sources = [await findMeasurementKeys(deps.env), travelling?.measurementKeys ?? null];
  const known = new Set(
    sources
      .filter((keys) => keys !== null)
      .flatMap(({ current, former }) => [current, ...former])
      .map(measurementKeyFingerprint),
  );
  let unreadable = 0;
  for (const [keyId, count] of sealedValues) if (!known.has(keyId)) unreadable += count;
  if (unreadable > 0 && !withoutKeys) return fail({ code: "keys_missing", values: unreadable });
  return ok({ travelling, unreadable });
}

/** Adds the measurement keys of a backup to those of this machine, which all stay. */
export async function keepMeasurementKeys(
  { DATA_DIR }: Env,
  travelling: TravellingKeys | null,
): Promise<void> {
  const added = travelling?.measurementKeys;
  if (added) await withKeysLock(DATA_DIR, () => addMeasurementKeys(DATA_DIR, added));
}

/**
 * Where the keys are in the environment, which no command can change: writes those of the backup that it lacks into a file in
 * DATA_DIR, owner-only, as lines for the environment. Returns its path; null when none is missing.
 */
export async function writeMissingVariables(
  { DATA_DIR }: Env,
  secrets: Secrets,
  travelling: TravellingKeys | null,
): Promise<string | null> {
  if (!travelling) return null;
  const { authSecret, oldAuthSecrets, oldSettingsKeys, settingsKey } = secrets;
  const lineOf = (name: string, known: readonly string[], wanted: readonly string[]) => {
    const lacking = wanted.filter((value) => !known.includes(value));
    return lacking.length > 0 ? `${name}=${[...known.slice(1), ...lacking].join(",")}\n` : "";
  };
  const lines =
    lineOf(
      "AUTH_SECRET_OLD",
      [authSecret, ...oldAuthSecrets],
      [travelling.authSecret, ...travelling.oldAuthSecrets],
    ) +
    lineOf(
      "SETTINGS_KEY_OLD",
      [settingsKey, ...oldSettingsKeys],
      [travelling.settingsKey, ...travelling.oldSettingsKeys],
    );
  if (lines === "") return null;
  const path = join(DATA_DIR, "keys-of-the-backup.env");
  await writePrivateText(path, lines);
  return path;
}
