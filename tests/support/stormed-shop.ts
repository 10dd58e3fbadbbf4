import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { COMPILED_CODE } from "./compiled-code.ts";
import { copyShop } from "./copy-shop.ts";
import { databaseUrlOf, readDatabaseServer } from "./database-server.ts";
import { killTree } from "./process-tree.ts";
import { waitUntil } from "./wait-until.ts";

const OPEN_LIMIT_MS = 60_000;

/** The life of a shop from its start to its kill. */
export type Life = {
  address: string;
  /** To the first page. */
  openedAfterMs: number;
  client: Client;
  kill(): Promise<void>;
};

async function isOpen(address: string): Promise<boolean> {
  const page = await fetch(address).catch(() => null);
  return page?.ok === true;
}

async function connectBehind(dataDir: string): Promise<Client> {
  const server = readDatabaseServer(dataDir);
  if (server === null) throw new Error("The shop's database has no server");
  const client = new Client({ connectionString: databaseUrlOf(dataDir, server) });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Starts a shop on one data folder again and again. */
export function createStormedShop(
  port: number,
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "atelier-storm-"));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  const address = `http://localhost:${port}`;
  return {
    dataDir,
    fill: (shop: string) => copyShop(shop, dataDir),
    async start(): Promise<Life> {
      const startedMs = performance.now();
      const shop = spawn(process.execPath, ["src/server/main.ts"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          NODE_COMPILE_CACHE: COMPILED_CODE,
          LOG_LEVEL: "silent",
          PORT: String(port),
          DATA_DIR: dataDir,
          ...environment,
        },
      });
      const exited = once(shop, "exit");
      const kill = async () => {
        killTree(shop.pid ?? 0);
        await exited;
      };
      try {
        await waitUntil("the shop opens by itself", () => isOpen(address), {
          limitMs: OPEN_LIMIT_MS,
        });
        const openedAfterMs = performance.now() - startedMs;
        return { address, openedAfterMs, client: await connectBehind(dataDir), kill };
      } catch (error) {
        await kill();
        throw error;
      }
    },
    remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
