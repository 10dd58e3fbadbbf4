import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { readPidFile } from "./server-process.server.ts";

const run = promisify(execFile);

const POLL_MS = 20;
/** Each signal is given this long before the next, harder one. */
const PATIENCE_MS = 10_000;
/** Postgres' fast and immediate shutdown; recovery at the next start makes up for the hard ones. */
const SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    // Unlike the process's working folder, this is readable without any privilege, also inside a container.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").join(" ");
  }
  return (await run("ps", ["-o", "command=", "-p", String(pid)])).stdout;
}

/** Whether a process is the Postgres server of this folder: it names the folder where it was started. */
async function serves(pid: number, directory: string): Promise<boolean> {
  const command = await commandLineOf(pid).catch(() => "");
  return command.includes(`postgres -D ${directory} `);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function stopLeftover(pid: number, directory: string): Promise<void> {
  for (const signal of SIGNALS) {
    process.kill(pid, signal);
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      if (!(await serves(pid, directory))) return;
      await wait(POLL_MS);
    }
  }
}

/**
 * Clears the way after a crash: stops a server that outlived its shop, and removes a pid file that is torn or whose number
 * now belongs to a stranger (Postgres would take the stranger for a server). The caller holds the instance lock.
 */
export async function clearLeftoverServer(directory: string): Promise<"stopped" | "nothing"> {
  const file = await readPidFile(directory);
  if (!file) return "nothing";
  const found = await serves(file.pid, directory);
  if (found) await stopLeftover(file.pid, directory);
  else if (!(file.pid > 0) || isAlive(file.pid)) {
    await rm(join(directory, "postmaster.pid"), { force: true });
  }
  return found ? "stopped" : "nothing";
}
