import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The database's folder inside a shop's folder. */
export const CLUSTER = "postgres";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A run that was killed leaves its folder and the database server in it behind: the folder's name says whose it was. */
function sweepAbandoned(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}-(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      const pidFile = readFileSync(join(folder, CLUSTER, "postmaster.pid"), "utf8").split("\n");
      if (pidFile[1] === join(folder, CLUSTER)) process.kill(Number(pidFile[0]), "SIGQUIT");
    } catch {
      // No server was left.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A folder for this process's run, open to the database's own user; what killed runs left behind goes first. The run removes it. */
export function makeRunFolder(prefix: string): string {
  sweepAbandoned(prefix);
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-${process.pid}-`));
  // Started as root, a shop or a test runs its database as another user, who must be able to come in.
  chmodSync(folder, 0o755);
  return folder;
}
