import type { NestJob, Nests } from "#features/patterns/nesting/nest-job.ts";
import { runNestJob } from "#features/patterns/nesting/nest-job.ts";
import type { DraftJob, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

/** What a drafting process sends for each job that it receives. */
export type WorkerResponse =
  | { readonly draft: GarmentDraft }
  | { readonly nests: Nests }
  | { readonly error: string };

/** What a drafting process does. */
export type WorkerJob = DraftJob | NestJob;

async function work(job: WorkerJob): Promise<WorkerResponse> {
  return "cloths" in job ? { nests: runNestJob(job) } : { draft: await runDraftJob(job) };
}

function respond(response: WorkerResponse): void {
  process.send?.(response, (error: Error | null) => {
    // The shop has ended.
    if (error) process.exit(0);
  });
}

process.on("message", (job: WorkerJob) => {
  work(job).then(respond, (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    respond({ error: text });
  });
});

process.on("disconnect", () => process.exit(0));
