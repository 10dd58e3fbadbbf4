import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import type { Shutdown } from "./shutdown.server.ts";

/** The database of a process; its server may still be starting. */
export type LaunchedDatabase = { secrets: Secrets; url: Promise<string> };

/**
 * Finds the database DATABASE_URL names, or launches the embedded one (architecture.md) and answers as soon as its process runs, so
 * that the shop loads its own code meanwhile. `url` is there when it takes connections, or rejects with one line a person can act on.
 */
export async function launchDatabase(
  env: Env,
  logger: Logger,
  closing: Shutdown,
): Promise<LaunchedDatabase> {
  const secrets = await loadSecrets(env);
  if (env.DATABASE_URL) return { secrets, url: Promise.resolve(env.DATABASE_URL) };
  const launched = Promise.withResolvers<void>();
  const starting = startEmbeddedDatabase({
    dataDir: env.DATA_DIR,
    password: secrets.databasePassword ?? "",
    log: logger,
    onLaunched: launched.resolve,
  });
  closing.add("embedded database", () =>
    starting.then(
      (database) => database.stop(),
      () => undefined,
    ),
  );
  await Promise.race([launched.promise, starting]);
  const url = starting.then((database) => database.url);
  // Whoever asks for it hears of it.
  url.catch(() => undefined);
  return { secrets, url };
}
