import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { startTemporaryCluster } from "#tests/support/temporary-cluster.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { processorMs } from "./support/processor.ts";

const ROUNDS = 9;
const STATEMENTS = 3_000;
const START = new URL("../src/server/start/", import.meta.url).pathname;

async function loadShop(isCached: boolean, compileCache: string): Promise<number> {
  const program = `
    if (${isCached}) (await import("${START}cache-module-resolution.server.ts")).cacheModuleResolution();
    await import("${START}serve.server.ts");
    await (await import("${START}site.server.ts")).loadBuiltSite();
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1_000);
    process.exit();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
    { env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
  );
  return Number(stdout);
}

/** Loading time relative to that without cacheModuleResolution. */
async function measureModules(): Promise<Metric> {
  const compileCache = mkdtempSync(join(tmpdir(), "bench-compiled-"));
  try {
    const shares: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const plain = await loadShop(false, compileCache);
      const share = (await loadShop(true, compileCache)) / plain;
      // The first fills the compile cache.
      if (round > 0) shares.push(share);
    }
    const subject = "loading the shop with cached module resolution, share of the time without";
    return { subject, value: median(shares) };
  } finally {
    rmSync(compileCache, { recursive: true, force: true });
  }
}

const productsById = (ids: unknown) => sql`
  select p.id, p.name, p.price_minor,
         (select json_agg(v.sku order by v.sku) from product_variants v where v.product_id = p.id) as skus,
         (select i.media_id from product_images i where i.product_id = p.id and i.primary_image) as image
    from products p join product_categories c on c.id = p.category_id
   where p.deleted_at is null and p.id in (select json_array_elements_text(${ids}::json)::uuid)`;
const ids = JSON.stringify(["0198f000-0000-7000-8000-000000000001"]);
const runNamed = prepareStatement("bench_products", productsById(sql.placeholder("ids")));

/** Statements' time, with Postgres's, relative to that without prepareStatement. */
async function measureStatements(): Promise<Metric> {
  const cluster = await startTemporaryCluster();
  const url = cluster.urlOf("postgres");
  await migrateDatabase(url);
  const { db, pool, close } = openDatabase({ url, maxConnections: 1 });
  try {
    const { rows } = await pool.query<{ data_directory: string }>("show data_directory");
    const pidFile = readFileSync(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8");
    const pids = [process.pid, Number(pidFile.split("\n")[0])];
    const cost = async (run: (db: Queryable) => Promise<unknown>) => {
      const before = processorMs(pids);
      for (let count = 0; count < STATEMENTS; count += 1) await run(db);
      return processorMs(pids) - before;
    };
    const shares: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const without = await cost((on) => on.execute(productsById(ids)));
      const share = (await cost((on) => runNamed(on, { ids }))) / without;
      if (round > 0) shares.push(share);
    }
    const subject = "a named statement, share of the processor time of the same statement without";
    return { subject, value: median(shares) };
  } finally {
    await close();
    await cluster.close();
  }
}

/** What reliance on libraries' internals saves (ADR 0022). */
export async function measure(): Promise<Metric[]> {
  return [await measureModules(), await measureStatements()];
}
