import { desc, eq, inArray, notInArray } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { productImports } from "#db/schema/product-import.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { validateFile } from "#features/catalog/product-file/file-limits.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";

const STORED_IMPORTS = 10;

export type BeginFailure = "forbidden" | "busy" | "unfit" | "gone";

type Deps = { db: Database; jobs: JobQueue };
type File = { name: string; bytes: Uint8Array };

/**
 * Stores a product file and checks it in the background; `startImport` applies it. Replaces a merely checked
 * file; `busy` while one runs.
 */
export const beginImport = asAdmin(
  async (
    deps: Deps,
    input: { actor: Admin; file: File; fallbackCategory: string },
  ): Promise<Result<{ id: string }, BeginFailure>> => {
    const { actor, file, fallbackCategory } = input;
    if (validateFile({ size: file.bytes.byteLength }) !== null) return fail("unfit");
    return inTransaction(deps.db, (tx) =>
      replaceImport(tx, deps.jobs, { actor, fallbackCategory, file }),
    );
  },
);

/** Checks a waiting file again, for example with another category. */
export const checkAgain = asAdmin(
  async (
    deps: Deps,
    input: { actor: Admin; id: string; fallbackCategory: string },
  ): Promise<Result<{ id: string }, BeginFailure>> => {
    const { actor, id, fallbackCategory } = input;
    return inTransaction(deps.db, async (tx) => {
      const [old] = await tx
        .select({ name: productImports.fileName, file: productImports.file })
        .from(productImports)
        .where(eq(productImports.id, id));
      if (!old?.file) return fail("gone");
      const file = { name: old.name, bytes: old.file };
      return replaceImport(tx, deps.jobs, { actor, fallbackCategory, file });
    });
  },
);

type RequestInput = { actor: SignedIn; file: File; fallbackCategory: string };

async function replaceImport(
  tx: Transaction,
  jobs: JobQueue,
  { actor, file, fallbackCategory }: RequestInput,
): Promise<Result<{ id: string }, "busy">> {
  await tx.delete(productImports).where(inArray(productImports.status, ["checking", "checked"]));
  const id = newId();
  const added = await tx
    .insert(productImports)
    .values({
      id,
      fileName: file.name.replace(/[\p{Cc}]/gu, "").slice(-200) || "products.csv",
      file: Buffer.from(file.bytes),
      fallbackCategory,
      actorId: actor.userId,
      actorName: actor.name,
    })
    .onConflictDoNothing()
    .returning({ id: productImports.id });
  if (added.length === 0) return fail("busy");
  await forgetOld(tx);
  await jobs.send("advance-import", { importId: id }, tx);
  return ok({ id });
}

async function forgetOld(tx: Transaction): Promise<void> {
  const stored = tx
    .select({ id: productImports.id })
    .from(productImports)
    .orderBy(desc(productImports.createdAt), desc(productImports.id))
    .limit(STORED_IMPORTS);
  await tx.delete(productImports).where(notInArray(productImports.id, stored));
}
