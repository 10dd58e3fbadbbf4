import { readFile } from "node:fs/promises";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { validateFile } from "#features/catalog/product-file/file-limits.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { BeginFailure } from "./begin-import.server.ts";
import { beginImport } from "./begin-import.server.ts";

/** Passes a completed upload (ADR 0012) to `beginImport`; deletes it when accepted or unusable. */
export const receiveFile = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue; uploads: ResumableUploads },
    input: { actor: Admin; uploadId: string; fallbackCategory: string },
  ): Promise<Result<{ id: string }, BeginFailure>> => {
    const { actor, uploadId, fallbackCategory } = input;
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
  },
);
