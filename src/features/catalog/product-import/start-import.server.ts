import { and, eq, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";

/** Starts a checked import in the background, in the requesting admin's name. */
export const startImport = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue },
    input: { actor: Admin; id: string },
  ): Promise<Result<null, "not_found" | "nothing">> => {
    const { actor, id } = input;
    if (!isId(id)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const [held] = await tx
        .select({ fileName: productImports.fileName })
        .from(productImports)
        .where(and(eq(productImports.id, id), eq(productImports.status, "checked")))
        .for("update");
      if (!held) return fail("not_found");
      const waiting = await tx.$count(
        productImportLines,
        and(eq(productImportLines.importId, id), isNull(productImportLines.outcome)),
      );
      if (waiting === 0) return fail("nothing");
      await tx
        .update(productImports)
        .set({
          status: "running",
          startedAt: sql`now()`,
          actorId: actor.userId,
          actorName: actor.name,
        })
        .where(eq(productImports.id, id));
      const after = { name: held.fileName, products: waiting };
      const entry = { action: "started", subject: "import", subjectId: id, before: null } as const;
      await recordChanges(tx, actor, [{ ...entry, after }]);
      await deps.jobs.send("advance-import", { importId: id }, tx);
      return ok(null);
    });
  },
);
