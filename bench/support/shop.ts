import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "#tests/support/free-port.ts";
import { startTemporaryCluster } from "#tests/support/temporary-cluster.ts";
import { pinToCore, SERVER_CORE } from "./processor.ts";

export type MeasuredShop = AsyncDisposable & {
  port: number;
  /** Their descendants do the shop's work. */
  pids: readonly number[];
  client: Client;
  databaseUrl: string;
  authSecret: string;
  /** Counts the SQL statements of requests. */
  countStatements(): Promise<number>;
};

const START_LIMIT_MS = 60_000;
const PAUSE_MS = 500;

async function waitUntilOpen(port: number, shop: ChildProcess): Promise<void> {
  const untilMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < untilMs && shop.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The shop did not open");
}

async function request<Reply>(child: ChildProcess, question: object): Promise<Reply> {
  const response = once(child, "message");
  child.send(question);
  const [message] = await response;
  return message as Reply;
}

const newSecret = () => randomBytes(32).toString("hex");

export type ShopOptions = {
  environment?: Readonly<Record<string, string>>;
  /** Defaults to the server's core. */
  databaseCore?: number;
  /** Commits wait for the disk. */
  isDurable?: boolean;
};

type Launch = {
  port: number;
  databaseUrl: string;
  dataDir: string;
  authSecret: string;
  environment: Readonly<Record<string, string>>;
};

function launch(options: Launch): ChildProcess {
  const { port, databaseUrl, dataDir, authSecret, environment } = options;
  return spawn(
    process.execPath,
    ["--import", "./bench/support/count-statements.ts", "src/server/main.ts"],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        LOG_LEVEL: "error",
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        SETTINGS_KEY: newSecret(),
        SEED: "catalogue",
        ...environment,
      },
    },
  );
}

/** A new shop generates image sizes. */
async function waitForImages(client: Client): Promise<void> {
  for (;;) {
    await wait(PAUSE_MS);
    // The queue's tables come after the first response.
    const queue = await client.query("select to_regclass('pgboss.job') as there");
    if (!queue.rows[0]?.there) continue;
    const { rows } = await client.query<{ all: number; left: number }>(
      `select count(*)::int as all, count(*) filter (where state < 'completed')::int as left
         from pgboss.job where name = 'prepare-image'`,
    );
    if (rows[0] && rows[0].all > 0 && rows[0].left === 0) return;
  }
}

/** Starts a shop to measure, which by default is pinned with its Postgres to the server's core. */
export async function startMeasuredShop(options: ShopOptions = {}): Promise<MeasuredShop> {
  const { environment = {}, databaseCore = SERVER_CORE, isDurable = false } = options;
  const cluster = await startTemporaryCluster({ isDurable });
  const url = cluster.urlOf("postgres");
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const pidFile = readFileSync(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8");
  const postmaster = Number(pidFile.split("\n")[0]);
  pinToCore(postmaster, databaseCore);
  const dataDir = mkdtempSync(join(tmpdir(), "bench-shop-"));
  const port = await freePort();
  const authSecret = newSecret();
  const shop = launch({ port, databaseUrl: url, dataDir, authSecret, environment });
  const close = async () => {
    if (shop.exitCode === null) {
      shop.kill("SIGTERM");
      await once(shop, "exit");
    }
    await client.end();
    await cluster.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilOpen(port, shop);
    if (environment.PICTURES !== "when-asked") await waitForImages(client);
  } catch (error) {
    await close();
    throw error;
  }
  const pid = shop.pid ?? 0;
  pinToCore(pid, SERVER_CORE);
  return {
    port,
    pids: [pid, postmaster],
    client,
    databaseUrl: url,
    authSecret,
    async countStatements() {
      return (await request<{ statements: number }>(shop, {})).statements;
    },
    [Symbol.asyncDispose]: close,
  };
}
