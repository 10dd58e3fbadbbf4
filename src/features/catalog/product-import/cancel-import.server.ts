import { and, eq, inArray, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";

/** Deletes a waiting or checked import; stops a running one after its batch, with a report. */
export const cancelImport = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; id: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, id } = input;
    if (!isId(id)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const forgotten = await tx
        .delete(productImports)
        .where(
          and(eq(productImports.id, id), inArray(productImports.status, ["checking", "checked"])),
        )
        .returning({ id: productImports.id });
      if (forgotten.length > 0) return ok(null);
      const [stopped] = await tx
        .update(productImports)
        .set({ status: "cancelled", file: null, finishedAt: sql`now()` })
        .where(and(eq(productImports.id, id), eq(productImports.status, "running")))
        .returning({ name: productImports.fileName, applied: productImports.applied });
      if (!stopped) return fail("not_found");
      const after = { name: stopped.name, products: stopped.applied };
      const entry = {
        action: "cancelled",
        subject: "import",
        subjectId: id,
        before: null,
      } as const;
      await recordChanges(tx, actor, [{ ...entry, after }]);
      return ok(null);
    });
  },
);
