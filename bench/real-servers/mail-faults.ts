import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import { makeRunFolder } from "../../tests/support/run-folder.ts";
import type { ScriptedSmtp } from "../../tests/support/scripted-smtp.ts";
import { startScriptedSmtp } from "../../tests/support/scripted-smtp.ts";
import { runProgram } from "../../tests/support/shop/shop-process.ts";
import { startTemporaryCluster } from "../../tests/support/temporary-cluster.ts";

/**
 * `npx node bench/real-servers/mail-faults.ts [--hold 400] [--emails 300] [--kills 10]`: how often a mail server
 * that confirms late receives an email, how long others wait, and what arrives when the sender is killed.
 */
const { values } = parseArgs({
  options: {
    hold: { type: "string", default: "400" },
    emails: { type: "string", default: "300" },
    kills: { type: "string", default: "10" },
  },
});
const [holdS, emails, kills] = [values.hold, values.emails, values.kills].map(Number);

type Bench = { db: Database; url: string; smtp: ScriptedSmtp; jobs: JobQueue; folder: string };

const startWorker = async ({ folder, smtp, url }: Bench) => {
  const worker = runProgram("bench/real-servers/mail-worker.ts", [url, smtp.url, folder]);
  await worker.saying(/^sending$/);
  return worker;
};

/** Writes and queues emails in one transaction. */
async function write({ db, jobs }: Bench, names: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of names) {
      const [row] = await tx
        .insert(mailOutbox)
        .values({
          dedupeKey: name,
          kind: "order-confirmation",
          recipient: `${name}@example.com`,
          subject: name,
          textBody: name,
          htmlBody: `<p>${name}</p>`,
        })
        .returning({ id: mailOutbox.id });
      await jobs.send("send-mail", { mailId: row?.id ?? "" }, tx);
    }
  });
}

async function untilSettled({ db }: Bench, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while ((await db.$count(mailOutbox, eq(mailOutbox.status, "queued"))) > 0) {
    if (performance.now() > end) throw new Error("Not all emails were settled");
    await wait(500);
  }
}

async function measureHold(bench: Bench, seconds: number): Promise<void> {
  const arrivals: number[] = [];
  bench.smtp.script.content = async ({ recipient }) => {
    if (recipient.startsWith("slow")) await wait(seconds * 1_000);
    else arrivals.push(performance.now());
    return "accept" as const;
  };
  const workers = [await startWorker(bench), await startWorker(bench)];
  await write(bench, ["slow"]);
  await wait(1_000);
  const quick = Array.from({ length: 30 }, (_, index) => `quick-${index}`);
  const writtenAt = performance.now();
  await write(bench, quick);
  await untilSettled(bench, (seconds + 120) * 1_000);
  const copies = bench.smtp.received.filter(({ recipient }) => recipient.startsWith("slow")).length;
  const delay = Math.max(...arrivals) - writtenAt;
  console.log(
    `held for ${seconds} s: ${copies} copy; ${arrivals.length} emails behind it, the last after ${(delay / 1_000).toFixed(1)} s`,
  );
  for (const { child, ended } of workers) {
    child.kill("SIGKILL");
    await ended;
  }
}

async function measureKills(bench: Bench, count: number, times: number): Promise<void> {
  bench.smtp.received.length = 0;
  bench.smtp.script.content = async () => {
    await wait(20);
    return "accept" as const;
  };
  await bench.db.delete(mailOutbox);
  const each = Math.ceil(count / times);
  let worker = await startWorker(bench);
  for (let kill = 0; kill < times; kill += 1) {
    const before = bench.smtp.received.length;
    await write(
      bench,
      Array.from({ length: each }, (_, index) => `mail-${kill}-${index}`),
    );
    const isUnderLoad = () => bench.smtp.received.length > before + Math.random() * each;
    for (let waited = 0; waited < 10_000 && !isUnderLoad(); waited += 10) await wait(10);
    worker.child.kill("SIGKILL");
    await worker.ended;
    worker = await startWorker(bench);
  }
  await untilSettled(bench, 600_000);
  worker.child.kill("SIGKILL");
  const copies = Map.groupBy(bench.smtp.received, ({ recipient }) => recipient);
  const twice = [...copies.values()].filter(({ length }) => length > 1);
  const sameId = twice.filter((all) => new Set(all.map(({ messageId }) => messageId)).size === 1);
  const missing = (row: { recipient: string }) => !copies.has(row.recipient);
  const rows = await bench.db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
  const doubtful = new Set(
    rows.filter(({ unconfirmedSends }) => unconfirmedSends > 0).map(({ recipient }) => recipient),
  );
  const inDoubt = rows.filter(({ status }) => status === "failed");
  const unsaid = twice.filter((all) => !doubtful.has(all[0]?.recipient ?? ""));
  console.log(
    `${rows.length} emails over ${times} kills: ${copies.size} arrived, ${twice.length} of them twice (${sameId.length} with one Message-ID), ${unsaid.length} twice without "may have arrived twice"; ${doubtful.size} in doubt, of which ${inDoubt.length} are not sent again and ${inDoubt.filter(missing).length} have not arrived`,
  );
}

const cluster = await startTemporaryCluster();
const url = cluster.urlOf("postgres");
await migrateDatabase(url);
const { close, db } = openDatabase({ url, maxConnections: 5 });
// Its schema must exist, and its workers must not take the jobs.
const sender = createJobQueue({
  databaseUrl: url,
  logger: pino({ level: "silent" }),
  workers: { "send-mail": 0 },
});
await sender.start(new Proxy({} as never, { get: () => async () => undefined }));
const smtp = await startScriptedSmtp();
const folder = makeRunFolder("atelier-mail-faults");
const bench: Bench = { db, url, smtp, folder, jobs: sender.queue };
try {
  if (holdS) await measureHold(bench, holdS);
  if (kills && emails) await measureKills(bench, emails, kills);
} finally {
  await sender.stop();
  await smtp[Symbol.asyncDispose]();
  await close();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
