import type { Transaction } from "#db/client.server.ts";

/** Names of the shop's background jobs and what each is given. */
export type JobPayloads = {
  "send-mail": { mailId: string };
  "drain-outbox": Record<string, never>;
  "send-reset-link": { requestId: string };
  "sweep-reservations": Record<string, never>;
  "catch-up-payments": Record<string, never>;
  "forget-customers": Record<string, never>;
  "prepare-image": { mediaId: string };
  "sweep-uploads": Record<string, never>;
  "advance-import": { importId: string };
  "resume-imports": Record<string, never>;
  "watch-stock": Record<string, never>;
};

export type JobName = keyof JobPayloads;

/**
 * The queue as use cases see it: a job asked for inside a transaction runs only if that transaction commits. A job is the
 * messenger, never the truth: what must happen is written in a table of its own, and a scheduled job finds what no messenger told of.
 */
export type JobQueue = {
  send<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    within?: Transaction,
  ): Promise<void>;
};
