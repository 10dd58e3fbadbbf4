import { setTimeout as wait } from "node:timers/promises";
import { ne } from "drizzle-orm";
import { pino } from "pino";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import { runProgram } from "../../tests/support/shop/shop-process.ts";
import { startTemporaryCluster } from "../../tests/support/temporary-cluster.ts";
import type { MailServer } from "./mail-server.ts";

const LIMIT_MS = 120_000;

const facts = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  shopAddress: "12 Camp Street, Georgetown, Guyana",
  image: null,
};

/** The headers of a received email, with folded lines joined. */
const headersOf = (email: string) =>
  (email.split(/\r?\n\r?\n/)[0] ?? "").replaceAll(/\r?\n[ \t]+/g, " ");

/** Sends every kind of email to the server; returns what was not right. */
export async function sendAllKinds(server: MailServer) {
  const cluster = await startTemporaryCluster();
  const url = cluster.urlOf("postgres");
  await migrateDatabase(url);
  const { close, db } = openDatabase({ url, maxConnections: 5 });
  const sender = createJobQueue({
    databaseUrl: url,
    logger: pino({ level: "silent" }),
    workers: { "send-mail": 0 },
  });
  await sender.start(new Proxy({} as never, { get: () => async () => undefined }));
  const worker = runProgram("bench/real-servers/mail-worker.ts", [url, server.url]);
  try {
    await worker.saying(/^sending$/);
    const startedMs = performance.now();
    for (const [kind, email] of emailRegistry) {
      const { html, subject, text } = email.sample(facts as never);
      const recipient = `${kind}@${server.domain}`;
      await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(mailOutbox)
          .values({ dedupeKey: kind, kind, recipient, subject, textBody: text, htmlBody: html })
          .returning({ id: mailOutbox.id });
        await sender.queue.send("send-mail", { mailId: row?.id ?? "" }, tx);
      });
    }
    const kinds = [...emailRegistry.keys()];
    const isDone = async () =>
      (await db.$count(mailOutbox, ne(mailOutbox.status, "sent"))) === 0 &&
      server.read().length >= kinds.length;
    while (!(await isDone()) && performance.now() - startedMs < LIMIT_MS) await wait(100);
    const seconds = (performance.now() - startedMs) / 1_000;
    const received = server.read().map(headersOf);
    const problems = kinds.flatMap((kind) => {
      const own = received.filter((headers) =>
        new RegExp(`^Delivered-To: ${kind}@`, "im").test(headers),
      );
      const lacks = ["From", "To", "Subject", "Date", "Message-ID"].filter(
        (name) => !own.every((headers) => new RegExp(`^${name}: \\S`, "im").test(headers)),
      );
      if (own.length !== 1) return [`${kind} arrived ${own.length} times`];
      return lacks.length > 0 ? [`${kind} lacks ${lacks.join(", ")}`] : [];
    });
    return { kinds: kinds.length, received: received.length, seconds, problems };
  } finally {
    worker.child.kill("SIGKILL");
    await worker.ended;
    await sender.stop();
    await close();
    await cluster.close();
  }
}
