import type { ChildProcess, SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED_CODE } from "../compiled-code.ts";
import { copyShop } from "../copy-shop.ts";
import {
  databasePasswordOf,
  databaseUrlOf,
  readDatabaseServer,
  runningDatabaseServer,
} from "../database-server.ts";
import { isAlive, signalProcess } from "../process-tree.ts";
import { waitUntil } from "../wait-until.ts";

type Ending = { code: number | null; stdout: string; stderr: string };

export type Running = {
  child: ChildProcess;
  /** The first matching line of standard output; rejects when the process ends. */
  saying(pattern: RegExp): Promise<string>;
  /** Both outputs so far. */
  printed(): string;
  ended: Promise<Ending>;
};

export function runProgram(file: string, args: string[], options: SpawnOptions = {}): Running {
  const env = { NODE_COMPILE_CACHE: COMPILED_CODE, ...(options.env ?? process.env) };
  const child = spawn(process.execPath, [file, ...args], { stdio: "pipe", ...options, env });
  let stdout = "";
  let stderr = "";
  child.stderr?.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  child.stdout?.on("data", (bytes) => {
    stdout += bytes;
    child.emit("said");
  });
  const saying = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = stdout
          .split("\n")
          .slice(0, -1)
          .find((each) => pattern.test(each));
        if (line !== undefined) resolve(line);
      };
      look();
      child.on("said", look);
      void ended.then((ending) => reject(new Error(`It ended first: ${ending.stderr}`)));
    });
  const printed = () => `${stdout}${stderr}`;
  return { child, saying, printed, ended };
}

/** Any free port, none of the machine's variables, and React as customers get it. */
export const shopVariables = (dataDir: string) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  PICTURES: "when-asked",
  SEED: "catalogue",
  DATA_DIR: dataDir,
});

const OPEN_LINE = /is open at (http\S+)/;

/** The URL of the shop, once it is open. */
export async function shopUrlOf(shop: Running): Promise<string> {
  return OPEN_LINE.exec(await shop.saying(OPEN_LINE))?.[1] ?? "";
}

/** Kills a program once a moment of its work has come, or returns when the program ended before it. */
export async function killAt(
  running: Running,
  moment: readonly [name: string, hasCome: () => boolean | Promise<boolean>],
  kill: () => void,
): Promise<void> {
  const [name, hasCome] = moment;
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  const hasComeOrEnded = async () => isOver || (await hasCome());
  await waitUntil(`${name}, or the program ended`, hasComeOrEnded, { everyMs: 1 });
  if (!isOver) kill();
  await running.ended;
}

/** SIGKILL for a program and its database, as a power cut. */
export function killTree(running: Running, dataDir: string): void {
  const server = runningDatabaseServer(dataDir);
  running.child.kill("SIGKILL");
  if (server) signalProcess(server.pid, "SIGKILL");
}

/** Open to the database's user; `releaseAndPublish` stops what runs there and removes it. */
export function temporaryDataDir() {
  const folder = mkdtempSync(join(tmpdir(), "atelier-durability-"));
  chmodSync(folder, 0o755);
  const path = join(folder, "data");
  return {
    path,
    fill: (shop: string) => copyShop(shop, path),
    /** Of the owner of the shop's own database. */
    databasePassword: () => databasePasswordOf(path),
    /** Connects beside the shop. */
    databaseUrl(): string {
      const server = readDatabaseServer(path);
      if (server === null) throw new Error("The shop's database has no server");
      return databaseUrlOf(path, server);
    },
    async close(): Promise<void> {
      const server = runningDatabaseServer(path);
      if (server) {
        signalProcess(server.pid, "SIGQUIT");
        await waitUntil("its database has ended", () => !isAlive(server.pid));
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
