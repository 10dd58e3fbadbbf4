import { formatNumber } from "#core/format-number.ts";
import { openDatabase } from "#db/client.server.ts";
import { withKeysLock } from "#db/instance-lock.server.ts";
import type { Env } from "#platform/env.server.ts";
import {
  findMeasurementKeys,
  loadSecrets,
  measurementKeyFingerprint,
  newSecret,
  rotateMeasurementKeyFile,
  rotateSecretsFile,
} from "#platform/secrets.server.ts";
import type { FormerKeyUse } from "../keys/former-key-use.server.ts";
import { findFormerKeyUse } from "../keys/former-key-use.server.ts";
import { giveUpBackups } from "../keys/manual-backups.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { reachDatabase, readArguments } from "./command.server.ts";

const FORGET = "npm run secrets:rotate -- --forget-old";

/** Variables of the environment, which no command can change. */
const FORMER_VARIABLES = ["AUTH_SECRET_OLD", "SETTINGS_KEY_OLD", "MEASUREMENT_KEY_OLD"] as const;

/** The keys of the environment stay: prints new values for them. Returns 1 when there are any but the measurement key. */
async function rotate({ env, say }: CommandContext): Promise<number> {
  if (env.MEASUREMENT_KEY) {
    say("MEASUREMENT_KEY is in the environment, so it was not changed. Set:");
    say(`  MEASUREMENT_KEY=${newSecret()}, and MEASUREMENT_KEY_OLD to today's MEASUREMENT_KEY`);
  } else {
    await rotateMeasurementKeyFile(env.DATA_DIR, { forgetOld: false });
  }
  if (env.DATABASE_URL || env.AUTH_SECRET || env.SETTINGS_KEY) {
    say("The secrets of this shop are in its environment, so they were not changed. Set:");
    if (env.AUTH_SECRET) {
      say(`  AUTH_SECRET=${newSecret()}, and AUTH_SECRET_OLD to today's AUTH_SECRET`);
    }
    if (env.SETTINGS_KEY) {
      say(`  SETTINGS_KEY=${newSecret()}, and SETTINGS_KEY_OLD to today's SETTINGS_KEY`);
    }
    return 1;
  }
  await rotateSecretsFile(env.DATA_DIR, { forgetOld: false });
  say(
    "New secrets are written and the former ones are kept beside them. Restart the shop to use them; everyone stays signed in.",
  );
  say(
    `The restart encrypts everything anew. After it, ${FORGET} removes the former ones; it refuses while anything still needs them. Make a new backup first.`,
  );
  return 0;
}

const counted = (count: number, one: string, more: string) =>
  `${formatNumber(count)} ${count === 1 ? one : more}`;

function explainUse({ backups, processes, rows }: FormerKeyUse, areGivenUp: boolean): string[] {
  const lines: string[] = [];
  if (processes > 0) {
    const running = counted(processes, "running process uses", "running processes use");
    lines.push(`${running} them or another key. Restart the shop, on every machine.`);
  }
  if (rows.length > 0) {
    const list = rows.map(({ count, name }) => `${name}: ${formatNumber(count)}`).join(", ");
    lines.push(
      `The database holds values that only they open (${list}). Start the shop and wait until it is open: that encrypts them anew. With contracts that belong to a database user of their own, see "Contracts on a Postgres of your own" in docs/operations/install.md.`,
    );
  }
  if (backups.length > 0 && !areGivenUp) {
    const holding = counted(backups.length, "backup holds", "backups hold");
    lines.push(
      `${holding} measurements that only they open: ${backups.join(", ")}. Make a new backup, with BACKUP_PASSPHRASE, and keep a copy of the keys for the old ones; or give the old ones up: ${FORGET} --give-up-backups`,
    );
  }
  return lines;
}

function sayForgotten({ env, say }: CommandContext): void {
  const variables = FORMER_VARIABLES.filter((name) => env[name].length > 0);
  if (variables.length > 0) {
    say(`Nothing needs the values of ${variables.join(", ")} any more: remove them, and restart.`);
  }
  say(
    env.DATABASE_URL
      ? "The former keys in DATA_DIR are removed."
      : "The former secrets are removed. Restart the shop: cookies and links that they signed end.",
  );
  say("A backup that was copied elsewhere before the rotation opens only with a copy of its keys.");
}

const usesFormer = (env: Env) => FORMER_VARIABLES.some((name) => env[name].length > 0);

/** Removes the former keys from the files unless a process, a row or a backup still needs one. */
async function forget(context: CommandContext, areGivenUp: boolean): Promise<number> {
  const { closing, env, say } = context;
  const { url } = await reachDatabase(context);
  const { close, db, pool } = openDatabase({ url, maxConnections: 2 });
  closing.add("database connection", close);
  return withKeysLock(env.DATA_DIR, async () => {
    const measurementKeys = await findMeasurementKeys(env);
    if (!measurementKeys) {
      say("There is no measurement key here: start the shop once. Nothing was changed.");
      return 1;
    }
    const secrets = await loadSecrets(env);
    const { oldAuthSecrets, oldSettingsKeys } = secrets;
    const former = [...measurementKeys.former, ...oldAuthSecrets, ...oldSettingsKeys];
    if (former.length === 0 && !usesFormer(env)) {
      say("There are no former secrets to remove.");
      return 0;
    }
    const use = await findFormerKeyUse({ env, db, pool, keys: { secrets, measurementKeys } });
    const reasons = explainUse(use, areGivenUp);
    if (reasons.length > 0) {
      say("The former secrets are still needed, so nothing was removed.");
      for (const reason of reasons) say(`- ${reason}`);
      return 1;
    }
    await rotateMeasurementKeyFile(env.DATA_DIR, { forgetOld: true });
    if (!env.DATABASE_URL) await rotateSecretsFile(env.DATA_DIR, { forgetOld: true });
    const forgotten = new Set(measurementKeys.former.map(measurementKeyFingerprint));
    await giveUpBackups(env.DATA_DIR, forgotten);
    sayForgotten(context);
    return 0;
  });
}

/**
 * `npm run secrets:rotate`: new keys in DATA_DIR/secrets.json and DATA_DIR/measurement-key.json from the next start. Prints new
 * values for keys of the environment. `--forget-old` removes the former keys instead: it asks the running processes, the database
 * and the backups, and removes nothing while one of them needs a former key. Backups may be given up with `--give-up-backups`.
 */
export const rotateSecrets: Command = async (args, context) => {
  const { switches } = readArguments(args);
  if (switches.has("forget-old")) return forget(context, switches.has("give-up-backups"));
  return withKeysLock(context.env.DATA_DIR, () => rotate(context));
};
