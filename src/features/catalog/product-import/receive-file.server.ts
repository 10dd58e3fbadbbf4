import { readFile } from "node:fs/promises";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { BeginFailure } from "./begin-import.server.ts";
import { beginImport } from "./begin-import.server.ts";
import { validateFile } from "./import-file.ts";

/** Passes a completed upload (ADR 0012) to `beginImport`; deletes it when accepted or unusable. */
export async function receiveFile(
  deps: { db: Database; jobs: JobQueue; uploads: ResumableUploads },
  input: { actor: Actor; uploadId: string; fallbackCategory: string },
): Promise<Result<{ id: string }, BeginFailure>> {
  const { actor, uploadId, fallbackCategory } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const incoming = await deps.uploads.find(uploadId);
  if (!incoming || incoming.received < incoming.size) return fail("gone");
  if (validateFile(incoming) !== null) {
    await deps.uploads.remove(uploadId);
    return fail("unfit");
  }
  const file = { name: incoming.name, bytes: await readFile(incoming.path) };
  const begun = await beginImport(deps, { actor, file, fallbackCategory });
  if (begun.ok) await deps.uploads.remove(uploadId);
  return begun;
}
