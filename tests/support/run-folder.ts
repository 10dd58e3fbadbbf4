import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const CLUSTER = "postgres";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Killed runs leave a folder, named by process id, and a server. */
function sweepAbandoned(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}-(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      const pidFile = readFileSync(join(folder, CLUSTER, "postmaster.pid"), "utf8").split("\n");
      if (pidFile[1] === join(folder, CLUSTER)) process.kill(Number(pidFile[0]), "SIGQUIT");
    } catch {
      // No server is left.
    }
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
