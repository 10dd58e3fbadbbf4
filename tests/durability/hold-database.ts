import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { acquireInstanceLock } from "#db/instance-lock.server.ts";

/** Starts a folder's database, prints its URL and runs until killed. */
const [dataDir = "", password = ""] = process.argv.slice(2);

try {
  await acquireInstanceLock(dataDir);
  const database = await startEmbeddedDatabase({
    dataDir,
    password,
    log: { error: () => undefined },
  });
  process.on("SIGTERM", async () => {
    await database.stop();
    process.exit(0);
  });
  process.stdout.write(`${database.url}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
