import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { productImports } from "#db/schema/product-import.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { ApplyDeps } from "./apply-import.server.ts";
import { applyNextBatch } from "./apply-import.server.ts";
import { checkImport } from "./check-import.server.ts";
import { findImportActor } from "./import-actor.server.ts";

type Asked = { importId: string; isStopping: () => boolean };

/**
 * Brings an import as far as it goes by itself: a new file to its check, a started one to its end. May be asked any number of times: one
 * process at a time works, by a lock that goes with its connection, also after a crash. `isStopping` lets the shop close between two batches.
 */
export async function advanceImport(deps: ApplyDeps, asked: Asked): Promise<void> {
  await deps.db.transaction(async (hold) => {
    // The lock's own connection does nothing for as long as the import takes; older servers know only the first limit.
    await hold.execute(sql`
      select set_config(name, '0', true) from pg_settings
       where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
    const { rows } = await hold.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('product import')) as mine`,
    );
    if (rows[0]?.mine) await advance(deps, asked);
  });
}

async function advance(deps: ApplyDeps, { importId: id, isStopping }: Asked): Promise<void> {
  const { status, file, actorId, fallbackCategory } = productImports;
  const [open] = await deps.db
    .select({ status, file, actorId, fallbackCategory })
    .from(productImports)
    .where(eq(productImports.id, id));
  if (open?.status === "checking" && open.file) {
    const actor = await findImportActor(deps.db, open.actorId);
    if (actor) return checkImport(deps, actor, { id, ...open, file: open.file });
    await deps.db
      .update(productImports)
      .set({ status: "stopped", file: null, finishedAt: sql`now()` })
      .where(eq(productImports.id, id));
  }
  while (open?.status === "running" && !isStopping()) {
    if (!(await applyNextBatch(deps, id))) return;
  }
}

/** Asks for every import that is under way: a killed process left its job behind, or there was no queue when it was asked for. */
export async function resumeImports(deps: { db: Database; jobs: JobQueue }): Promise<void> {
  const rows = await deps.db
    .select({ id: productImports.id })
    .from(productImports)
    .where(inArray(productImports.status, ["checking", "running"]));
  for (const { id } of rows) await deps.jobs.send("advance-import", { importId: id });
}
