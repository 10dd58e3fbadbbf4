import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject } from "vitest";
import type { PurchasableVariant } from "../../bench/kill-storm/place-order-over-http.ts";
import type { Running } from "../support/shop/shop-process.ts";
import {
  killTree,
  runProgram,
  shopUrlOf,
  shopVariables,
  temporaryDataDir,
} from "../support/shop/shop-process.ts";

const shopProgram = join(import.meta.dirname, "../../src/server/main.ts");
const commandProgram = join(import.meta.dirname, "../../src/server/commands/main.ts");

type DataDir = ReturnType<typeof temporaryDataDir>;

/** New for each test. */
export class BackupSuite {
  readonly first = temporaryDataDir();
  readonly second = temporaryDataDir();
  readonly folder = mkdtempSync(join(tmpdir(), "atelier-backups-"));
  readonly #running: { program: Running; dataDir: DataDir }[] = [];

  constructor() {
    this.first.fill(inject("readyShop"));
  }

  command(name: string, args: string[], dataDir: DataDir) {
    return this.start(name, args, dataDir).ended;
  }

  start(name: string, args: string[], dataDir: DataDir): Running {
    return this.#run(commandProgram, [name, ...args], dataDir);
  }

  async openShop(dataDir: DataDir) {
    const shop = this.#run(shopProgram, [], dataDir);
    return { shop, address: await shopUrlOf(shop) };
  }

  async close(): Promise<void> {
    for (const { program, dataDir } of this.#running) {
      killTree(program, dataDir.path);
      await program.ended;
    }
    await this.first.close();
    await this.second.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(program: string, args: string[], dataDir: DataDir): Running {
    const started = runProgram(program, args, { env: shopVariables(dataDir.path) });
    this.#running.push({ program: started, dataDir });
    return started;
  }
}

export async function closeShop(shop: Running): Promise<void> {
  shop.child.kill("SIGTERM");
  expect((await shop.ended).code).toBe(0);
}

/** Works on the database beside the running shop. */
export async function behind<Value>(dataDir: DataDir, work: (client: Client) => Promise<Value>) {
  const client = new Client({ connectionString: dataDir.databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const listPurchasableVariants = (dataDir: DataDir) =>
  behind(dataDir, async (client) => {
    const { rows } = await client.query<PurchasableVariant>(
      `select product_id as "productId", size, color from product_variants
        where size <> 'Custom' and (stock_count is null or stock_count > 20) order by id`,
    );
    return rows;
  });

export function hashImages(dataDir: DataDir): Record<string, string> {
  const media = join(dataDir.path, "uploads", "media");
  const sums: Record<string, string> = {};
  for (const name of readdirSync(media, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(media, name);
    if (statSync(path).isFile()) {
      sums[name] = createHash("sha256").update(readFileSync(path)).digest("hex");
    }
  }
  return sums;
}

export function eachWithABackupSuite(): () => BackupSuite {
  let suite: BackupSuite;
  beforeEach(() => {
    suite = new BackupSuite();
  });
  afterEach(() => suite.close());
  return () => suite;
}
