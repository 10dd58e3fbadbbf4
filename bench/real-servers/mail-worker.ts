import { pino } from "pino";
import { newId } from "#core/ids.ts";
import { openDatabase } from "#db/client.server.ts";
import { deliverEmail, drainOutbox } from "#features/base/mail/deliver-email.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { openHandoverJournal } from "#platform/handover-journal.server.ts";
import type { JobHandlers } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import { createMailer } from "#platform/mailer.server.ts";

/** Sends a database's emails until killed. */
const [databaseUrl = "", smtpUrl = "", folder = ""] = process.argv.slice(2);
const CONNECTIONS = 5;

const { db } = openDatabase({ url: databaseUrl, maxConnections: 10 });
const jobs = createJobQueue({
  databaseUrl,
  logger: pino({ level: "silent" }),
  workers: { "send-mail": CONNECTIONS },
});
const processId = newId();
const delivery = {
  db,
  clock: systemClock,
  emails: emailRegistry,
  processId,
  handovers: openHandoverJournal(folder, processId),
  mailer: createMailer({
    smtpUrl,
    from: "Shop <shop@shop.example>",
    directory: "",
    connections: CONNECTIONS,
  }),
};
const nothing = async () => undefined;
const handlers: JobHandlers = {
  "send-mail": async (payload) => void (await deliverEmail(delivery, payload)),
  "drain-outbox": async () => void (await drainOutbox({ db, jobs: jobs.queue })),
  "send-reset-link": nothing,
  "sweep-reservations": nothing,
  "catch-up-payments": nothing,
  "recover-payments": nothing,
  "forget-customers": nothing,
  "prepare-image": nothing,
  "sweep-uploads": nothing,
  "advance-import": nothing,
  "fetch-waiting-images": nothing,
  "resume-imports": nothing,
  "watch-stock": nothing,
  "remind-due-work": nothing,
  "check-files": nothing,
  "delete-files": nothing,

  "apply-retention": nothing,
  "back-up": nothing,
  "watch-health": nothing,
  "check-servers": nothing,
  "check-contracts": nothing,
  "draft-patterns": nothing,
};
await jobs.start(handlers);
process.stdout.write("sending\n");
