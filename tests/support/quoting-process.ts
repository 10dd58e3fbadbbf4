/** Another process on the same database: for each message it reads what the dates count with, and says which statements it sent. */
import { openDatabase } from "#db/client.server.ts";
import { readAtelier } from "#features/garments/scheduling/atelier-queries.server.ts";

export type Quoted = { sewing: number | null; statements: readonly string[] };

const [url = "", now = ""] = process.argv.slice(2);
const { db, pool } = openDatabase({ url, maxConnections: 1 });
const statements: string[] = [];
const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
Object.assign(pool, {
  query: (...parameters: unknown[]) => {
    const [statement] = parameters;
    statements.push(
      typeof statement === "string" ? statement : (statement as { text: string }).text,
    );
    return query(...parameters);
  },
});

process.on("message", async () => {
  statements.length = 0;
  const { times } = await readAtelier(db, { now: new Date(now) });
  const sewing = times.get("suit")?.sewn ?? null;
  process.send?.({ sewing, statements } satisfies Quoted);
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
