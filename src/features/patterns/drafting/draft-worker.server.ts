import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { DraftJob, GarmentDraft } from "../garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

export type WorkerRequest = { readonly id: number; readonly job: DraftJob };
export type WorkerResponse =
  | { readonly id: number; readonly draft: GarmentDraft }
  | { readonly id: number; readonly error: string };

/** Below the threads that serve pages. On Linux 0 means the calling thread. */
const NICENESS = 19;

const port = parentPort;
if (!port) throw new Error("This file runs in a worker thread.");
if (process.platform === "linux") setPriority(0, NICENESS);

port.on("message", ({ id, job }: WorkerRequest) => {
  runDraftJob(job).then(
    (draft) => port.postMessage({ id, draft } satisfies WorkerResponse),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ id, error: text } satisfies WorkerResponse);
    },
  );
});
