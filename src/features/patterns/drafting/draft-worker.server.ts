import type { DraftJob, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

/** What a drafting process sends for each job that it receives. */
export type WorkerResponse = { readonly draft: GarmentDraft } | { readonly error: string };

function respond(response: WorkerResponse): void {
  process.send?.(response, (error: Error | null) => {
    // The shop has ended.
    if (error) process.exit(0);
  });
}

process.on("message", (job: DraftJob) => {
  runDraftJob(job).then(
    (draft) => respond({ draft }),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      respond({ error: text });
    },
  );
});

process.on("disconnect", () => process.exit(0));
