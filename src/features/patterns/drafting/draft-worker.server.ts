import type { DraftJob, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

export type WorkerRequest = { readonly id: number; readonly job: DraftJob };
export type WorkerResponse =
  | { readonly id: number; readonly draft: GarmentDraft }
  | { readonly id: number; readonly error: string };

function respond(response: WorkerResponse): void {
  process.send?.(response, (error: Error | null) => {
    // The shop has ended.
    if (error) process.exit(0);
  });
}

process.on("message", ({ id, job }: WorkerRequest) => {
  runDraftJob(job).then(
    (draft) => respond({ id, draft }),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      respond({ id, error: text });
    },
  );
});

process.on("disconnect", () => process.exit(0));
