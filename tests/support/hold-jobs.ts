import { pino } from "pino";
import type { JobHandlers, JobName } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";

/** Runs the named jobs until killed. */
const [databaseUrl = "", ...names] = process.argv.slice(2);

const forever = (name: string) => () => {
  process.stdout.write(`at work on ${name}\n`);
  return new Promise<void>(() => setInterval(() => undefined, 60_000));
};
const held: JobHandlers = {
  "send-mail": forever("send-mail"),
  "send-reset-link": forever("send-reset-link"),
  "drain-outbox": forever("drain-outbox"),
  "sweep-reservations": forever("sweep-reservations"),
  "catch-up-payments": forever("catch-up-payments"),
  "recover-payments": forever("recover-payments"),
  "forget-customers": forever("forget-customers"),
  "prepare-image": forever("prepare-image"),
  "sweep-uploads": forever("sweep-uploads"),
  "delete-files": forever("delete-files"),
  "check-files": forever("check-files"),
  "advance-import": forever("advance-import"),
  "fetch-waiting-images": forever("fetch-waiting-images"),
  "resume-imports": forever("resume-imports"),
  "watch-stock": forever("watch-stock"),
  "remind-due-work": forever("remind-due-work"),
  "apply-retention": forever("apply-retention"),
  "back-up": forever("back-up"),
  "watch-health": forever("watch-health"),
  "check-servers": forever("check-servers"),
  "check-contracts": forever("check-contracts"),
  "draft-patterns": forever("draft-patterns"),
};

const running = createJobQueue({ databaseUrl, logger: pino({ level: "silent" }) });
await running.start(held);
for (const name of names) await running.queue.send(name as JobName, {} as never);
