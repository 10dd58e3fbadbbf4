import type { ClientBase } from "pg";
import { Client } from "pg";
import { AppError } from "#core/app-error.ts";
import { PROCESS_LOCK_CLASS } from "#db/advisory-lock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { MeasurementKeys, Secrets } from "#platform/secrets.server.ts";
import {
  authSecretFingerprint,
  findMeasurementKeys,
  loadSecrets,
  measurementKeyFingerprint,
  settingsKeyFingerprint,
} from "#platform/secrets.server.ts";

/** Lists in pg_locks which keys the running processes seal with ("keys" in ASCII). */
const KEY_LOCK_CLASS = 0x6b657973;

/** What a process seals and signs with. */
export type KeysInUse = { secrets: Secrets; measurementKeys: MeasurementKeys };

/** The part of a fingerprint that fits into the number of an advisory lock. */
const numberOf = (fingerprint: string) =>
  Number.parseInt(fingerprint.slice(0, 8), 16) % 0x8000_0000;

/** The numbers under which the keys that seal and sign are claimed; former keys only open. */
function keyNumbersOf({ secrets, measurementKeys }: KeysInUse): number[] {
  return [
    numberOf(measurementKeyFingerprint(measurementKeys.current)),
    numberOf(settingsKeyFingerprint(secrets.settingsKey)),
    numberOf(authSecretFingerprint(secrets.authSecret)),
  ];
}

/**
 * Tells every command which keys this process seals with, as long as the connection lives. False when one of them has been forgotten
 * since the process read it: what it would seal could never be opened again.
 */
async function claimKeys(client: ClientBase, inUse: KeysInUse, env: Env): Promise<boolean> {
  for (const number of keyNumbersOf(inUse)) {
    await client.query("select pg_advisory_lock_shared($1::int, $2::int)", [
      KEY_LOCK_CLASS,
      number,
    ]);
  }
  const { authSecret, oldAuthSecrets, oldSettingsKeys, settingsKey } = await loadSecrets(env);
  const measurementKeys = await findMeasurementKeys(env);
  const known = new Set([
    authSecret,
    settingsKey,
    ...oldAuthSecrets,
    ...oldSettingsKeys,
    ...(measurementKeys ? [measurementKeys.current, ...measurementKeys.former] : []),
  ]);
  const { measurementKeys: own, secrets } = inUse;
  return [own.current, secrets.authSecret, secrets.settingsKey].every((key) => known.has(key));
}

const FORGOTTEN =
  "The keys of this process have been forgotten (npm run secrets:rotate -- --forget-old): start the shop again.";

type ClaimOptions = { url: string; env: Env; inUse: KeysInUse; logger: Logger };

/**
 * `connect` opens a connection that claims the keys; who uses it opens a new one when it is lost. `claimed` resolves with the first
 * claim, before which nothing may be sealed, and rejects with AppError('configuration') when the keys have been forgotten meanwhile.
 * A process that learns this later ends itself.
 */
export function createKeyClaims({ env, inUse, logger, url }: ClaimOptions): {
  connect(): Promise<Client>;
  claimed: Promise<void>;
} {
  const first = Promise.withResolvers<void>();
  // Who starts the process awaits it.
  first.promise.catch(() => undefined);
  let hasClaimed = false;
  return {
    claimed: first.promise,
    async connect() {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        if (!(await claimKeys(client, inUse, env))) {
          throw new AppError("configuration", FORGOTTEN);
        }
      } catch (error) {
        await client.end().catch(() => undefined);
        const isForgotten = error instanceof AppError && error.message === FORGOTTEN;
        if (isForgotten) first.reject(error);
        if (isForgotten && hasClaimed) {
          logger.fatal(FORGOTTEN);
          process.kill(process.pid, "SIGTERM");
        }
        throw error;
      }
      hasClaimed = true;
      first.resolve();
      return client;
    },
  };
}

/**
 * How many running processes seal with a key that is not among `current`, or do not say which (of a version of the shop that did not
 * claim its keys yet).
 */
export async function countProcessesWithOtherKeys(
  client: ClientBase,
  current: KeysInUse,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with held as (
       select pid, classid::bigint as class, objid::bigint as number from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted and classid in ($1::bigint::oid, $2::bigint::oid)
          and database = (select oid from pg_database where datname = current_database()))
     select count(distinct pid)::int as count from held as process
      where (class = $2 and number <> all($3::bigint[]))
         or not exists (select from held where held.pid = process.pid and held.class = $2)`,
    [PROCESS_LOCK_CLASS, KEY_LOCK_CLASS, keyNumbersOf(current)],
  );
  return rows[0]?.count ?? 0;
}
