import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";
import type { Cluster } from "./cluster.server.ts";
import { databaseEnvironment } from "./cluster.server.ts";
import { explainForbiddenFolder } from "./database-user.server.ts";

/** A Postgres server this process started. */
export type ServerProcess = {
  pid: number;
  port: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends every connection, writes a checkpoint, resolves when the server is gone. */
  stop(): Promise<void>;
};

/** The server ended before it was ready; `transient` when what stopped it passes by itself (a predecessor's last processes, a port just taken). */
export class ServerDidNotStart extends AppError {
  readonly transient: boolean;

  constructor(logFile: string, said: string) {
    const reason = /(?:FATAL|PANIC): +(.*)/.exec(said)?.[1];
    super(
      "database",
      `The database did not start: ${reason ?? "it said nothing"} (see ${logFile})`,
    );
    this.transient = /still in use|lock file|Address already in use|could not bind/.test(said);
  }
}

const POLL_MS = 5;
const STOP_PATIENCE_MS = 20_000;

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The fields of postmaster.pid that matter here; null when there is no such file. */
export async function readPidFile(
  directory: string,
): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readFile(join(directory, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** True when it takes connections, false when it ended before. Recovery after a crash may take long and is never cut short. */
async function waitUntilReady(directory: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(directory);
    if (file?.pid === child.pid && file?.status === "ready") return true;
    await wait(POLL_MS);
  }
  return false;
}

function launch(cluster: Cluster, port: number, settings: Record<string, string>, log: number) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(cluster.binaries.postgres, ["-D", cluster.directory, "-p", String(port), ...flags], {
    ...cluster.user,
    cwd: "/",
    env: databaseEnvironment,
    stdio: ["ignore", log, log],
    // A group of its own: Ctrl-C in a terminal must reach the shop alone, which stops the database last.
    detached: true,
  });
}

/** Starts the server on the given or a free loopback port and resolves when it takes connections; throws ServerDidNotStart, or names the folder that is closed to it. */
export async function startServer(
  cluster: Cluster,
  options: {
    settings: Record<string, string>;
    logFile: string;
    port?: number;
    /** Told when the process runs, long before it takes connections. */
    onLaunched?: () => void;
  },
): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const log = await open(options.logFile, "a+", 0o600);
  const { size: logged } = await log.stat();
  try {
    const child = launch(cluster, port, options.settings, log.fd);
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const failed = new Promise<never>((_, reject) => child.once("error", reject));
    options.onLaunched?.();
    if (!(await Promise.race([waitUntilReady(cluster.directory, child), failed]))) {
      const said = await log.read({ position: logged });
      throw new ServerDidNotStart(options.logFile, said.buffer.toString("utf8", 0, said.bytesRead));
    }
    return {
      pid: child.pid ?? 0,
      port,
      ended,
      stop: async () => {
        // Postgres' fast shutdown waits for no client; the immediate one leaves the rest to recovery.
        child.kill("SIGINT");
        const impatience = setTimeout(() => child.kill("SIGQUIT"), STOP_PATIENCE_MS);
        await ended;
        clearTimeout(impatience);
      },
    };
  } catch (cause) {
    const forbidden =
      (await explainForbiddenFolder(cluster.binaries.postgres, cluster.user)) ??
      (await explainForbiddenFolder(cluster.directory, cluster.user));
    throw forbidden ?? cause;
  } finally {
    await log.close();
  }
}
