import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningDatabaseServer } from "./database-server.ts";
import { isAlive, signalProcess } from "./process-tree.ts";

export const CLUSTER = "postgres";

/** Killed runs leave a folder, named by process id, and a server. */
function sweepAbandoned(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}-(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    const server = runningDatabaseServer(folder);
    if (server) signalProcess(server.pid, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Readable for the database's user; removes killed runs'. The run removes its own. */
export function makeRunFolder(prefix: string): string {
  sweepAbandoned(prefix);
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-${process.pid}-`));
  // For the database's user, when root.
  chmodSync(folder, 0o755);
  return folder;
}
