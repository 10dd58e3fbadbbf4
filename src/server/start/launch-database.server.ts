import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { loadDatabasePassword } from "#platform/database-password.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import type { Shutdown } from "./shutdown.server.ts";

/** The server may still be starting. */
export type LaunchedDatabase = { secrets: Secrets; url: Promise<string> };

/**
 * Uses DATABASE_URL or launches the embedded server (ADR 0001); returns once its process runs, so that
 * code loads meanwhile. `url` resolves when it accepts connections, or rejects with an instruction.
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
    password: await loadDatabasePassword(env.DATA_DIR),
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
  // Callers that await it receive the error.
  url.catch(() => undefined);
  return { secrets, url };
}
