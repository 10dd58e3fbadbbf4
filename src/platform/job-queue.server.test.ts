import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { runProgram } from "#tests/support/shop/shop-process.ts";
import type { JobHandlers, JobOutcome, RunningJobQueue } from "./job-queue.server.ts";
import { createJobQueue } from "./job-queue.server.ts";

let database: TestDatabase;
let running: RunningJobQueue;
let ran: string[];
let failures: number;

const note = (name: string) => async (payload: object) => {
  ran.push(`${name} ${JSON.stringify(payload)}`);
  if (failures > 0) {
    failures -= 1;
    throw new Error("not this time");
  }
};
const handlers: JobHandlers = {
  "send-mail": note("send-mail"),
  "send-reset-link": note("send-reset-link"),
  "drain-outbox": note("drain-outbox"),
  "sweep-reservations": note("sweep-reservations"),
  "catch-up-payments": note("catch-up-payments"),
  "recover-payments": note("recover-payments"),
  "forget-customers": note("forget-customers"),
  "prepare-image": note("prepare-image"),
  "sweep-uploads": note("sweep-uploads"),
  "delete-files": note("sweep-uploads"),
  "check-files": note("sweep-uploads"),
  "fetch-waiting-images": note("fetch-waiting-images"),
  "advance-import": note("advance-import"),
  "resume-imports": note("resume-imports"),
  "watch-stock": note("watch-stock"),
  "remind-due-work": note("remind-due-work"),
  "apply-retention": note("apply-retention"),
  "back-up": note("back-up"),
  "watch-health": note("watch-health"),
  "check-servers": note("check-servers"),
  "check-contracts": note("check-contracts"),
  "draft-patterns": note("draft-patterns"),
};
const mails = () => ran.filter((each) => each.startsWith("send-mail"));

beforeEach(async () => {
  database = await createTestDatabase();
  running = createJobQueue({ databaseUrl: database.url, logger: pino({ level: "silent" }) });
  ran = [];
  failures = 0;
});
afterEach(async () => {
  await running.stop();
  await database.close();
});

describe("a job asked for inside a transaction", () => {
  test("runs when it commits, at once, and not when it is undone", async () => {
    await running.start(handlers);
    const undone = database.db.transaction(async (tx) => {
      await running.queue.send("send-mail", { mailId: "undone" }, tx);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await database.db.transaction((tx) => running.queue.send("send-mail", { mailId: "kept" }, tx));
    await vi.waitFor(() => expect(mails()).toEqual(['send-mail {"mailId":"kept"}']), 10_000);
  });

  test("uses that transaction's connection alone", async () => {
    await running.start(handlers);
    const before = database.pool.totalCount;
    await database.db.transaction(async (tx) => {
      await running.queue.send("send-mail", { mailId: "a" }, tx);
      expect(database.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 1));
      const [row] = (
        await tx.execute(sql`select count(*)::int as n from pgboss.job where name = 'send-mail'`)
      ).rows;
      expect(row).toEqual({ n: 1 });
    });
  });
});

describe("the queue", () => {
  test("asks for a drain of the outbox when it starts, so that nothing written before is forgotten", async () => {
    await running.queue.send("send-mail", { mailId: "before the start" });
    await running.start(handlers);
    await vi.waitFor(() => expect(ran).toContain("drain-outbox {}"), 10_000);
    expect(mails()).toEqual([]);
  });

  test("makes one job of one subject while it waits", async () => {
    await running.start(handlers);
    await database.db.transaction(async (tx) => {
      await running.queue.send("send-mail", { mailId: "same" }, tx);
      await running.queue.send("send-mail", { mailId: "same" }, tx);
    });
    await vi.waitFor(() => expect(mails()).toHaveLength(1), 10_000);
    const { rows } = await database.db.execute(
      sql`select count(*)::int as n from pgboss.job where name = 'send-mail'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("runs all jobs of one transaction at once, without waiting for the next look", async () => {
    await running.start(handlers);
    await vi.waitFor(() => expect(ran).toContain("drain-outbox {}"), 10_000);
    const wanted = Array.from({ length: 12 }, (_, index) => `send-mail {"mailId":"${index}"}`);
    await database.db.transaction(async (tx) => {
      for (let index = 0; index < 12; index += 1) {
        await running.queue.send("send-mail", { mailId: String(index) }, tx);
      }
    });
    await vi.waitFor(() => expect(mails().sort()).toEqual(wanted.sort()), 15_000);
  });

  test("sends the emails behind slow ones within five seconds", async () => {
    const slow = Promise.withResolvers<void>();
    const sent: string[] = [];
    await running.start({
      ...handlers,
      "send-mail": async ({ mailId }) => {
        if (mailId.startsWith("slow")) await slow.promise;
        sent.push(mailId);
      },
    });
    await vi.waitFor(() => expect(ran).toContain("drain-outbox {}"), 10_000);
    const send = (mailIds: readonly string[]) =>
      database.db.transaction(async (tx) => {
        for (const mailId of mailIds) await running.queue.send("send-mail", { mailId }, tx);
      });
    await send(["slow 1", "slow 2"]);
    const waiting = Array.from({ length: 30 }, (_, index) => `quick ${index}`);
    await send(waiting);
    await vi.waitFor(() => expect(sent.sort()).toEqual(waiting.sort()), 5_000);
    slow.resolve();
    await vi.waitFor(() => expect(sent).toHaveLength(32), 5_000);
  });

  test("of several jobs taken at once only the one that failed is tried again", async () => {
    await running.start(handlers);
    const atStart = expect.arrayContaining([
      "drain-outbox {}",
      "resume-imports {}",
      "back-up {}",
      "check-servers {}",
    ]);
    await vi.waitFor(() => expect(ran).toEqual(atStart), 10_000);
    failures = 1;
    await database.db.transaction(async (tx) => {
      await running.queue.send("send-mail", { mailId: "a" }, tx);
      await running.queue.send("send-mail", { mailId: "b" }, tx);
    });
    await vi.waitFor(async () => {
      const { rows } = await database.db.execute(
        sql`select state from pgboss.job where name = 'send-mail' order by state`,
      );
      expect(rows).toEqual([{ state: "retry" }, { state: "completed" }]);
    }, 10_000);
  });

  test("keeps a job that failed for another try, with a pause", async () => {
    await running.start(handlers);
    const atStart = expect.arrayContaining([
      "drain-outbox {}",
      "resume-imports {}",
      "back-up {}",
      "check-servers {}",
    ]);
    await vi.waitFor(() => expect(ran).toEqual(atStart), 10_000);
    failures = 1;
    await running.queue.send("send-mail", { mailId: "a" });
    await vi.waitFor(async () => {
      const { rows } = await database.db.execute(
        sql`select state, start_after > now() as later from pgboss.job where name = 'send-mail'`,
      );
      expect(rows).toEqual([{ state: "retry", later: true }]);
    }, 10_000);
  });

  test("reports a scheduled job's failure and success, and nothing of a job that is tried again", async () => {
    const outcomes: JobOutcome[] = [];
    const reporting = createJobQueue({
      databaseUrl: database.url,
      logger: pino({ level: "silent" }),
      onOutcome: async (outcome) => void outcomes.push(outcome),
    });
    const failing = async () => {
      throw new Error("no room");
    };
    await reporting.start({ ...handlers, "watch-stock": failing, "send-mail": failing });
    await reporting.queue.send("send-mail", { mailId: "a" });
    await reporting.queue.send("watch-stock", {});
    await vi.waitFor(
      () =>
        expect(outcomes).toEqual(
          expect.arrayContaining([
            { name: "back-up", error: null, isRetried: false },
            { name: "watch-stock", error: "no room", isRetried: false },
          ]),
        ),
      10_000,
    );
    await reporting.stop();
    expect(outcomes.filter(({ name }) => name === "send-mail")).toEqual([]);
  });

  test("knows the sweep's and the drain's times", async () => {
    await running.start(handlers);
    const { rows } = await database.db.execute(
      sql`select name, cron from pgboss.schedule order by name`,
    );
    expect(rows).toEqual([
      { name: "apply-retention", cron: "30 7 * * *" },
      { name: "back-up", cron: "25 * * * *" },
      { name: "catch-up-payments", cron: "*/10 * * * *" },
      { name: "check-contracts", cron: "45 */6 * * *" },
      { name: "check-files", cron: "0 6 * * *" },
      { name: "check-servers", cron: "*/5 * * * *" },
      { name: "delete-files", cron: "*/10 * * * *" },
      { name: "draft-patterns", cron: "* * * * *" },
      { name: "drain-outbox", cron: "*/5 * * * *" },
      { name: "forget-customers", cron: "*/10 * * * *" },
      { name: "recover-payments", cron: "* * * * *" },
      { name: "remind-due-work", cron: "5 * * * *" },
      { name: "resume-imports", cron: "* * * * *" },
      { name: "sweep-reservations", cron: "* * * * *" },
      { name: "sweep-uploads", cron: "17 * * * *" },
      { name: "watch-health", cron: "*/10 * * * *" },
      { name: "watch-stock", cron: "* * * * *" },
    ]);
  });

  test("starts a second time on the same database, and stops when it never started", async () => {
    await running.start(handlers);
    await running.stop();
    const second = createJobQueue({ databaseUrl: database.url, logger: pino({ level: "silent" }) });
    await second.start(handlers);
    await second.stop();
    const never = createJobQueue({ databaseUrl: database.url, logger: pino({ level: "silent" }) });
    await never.stop();
  });
});

const sweeps = [
  "apply-retention",
  "back-up",
  "catch-up-payments",
  "check-servers",
  "drain-outbox",
  "forget-customers",
  "recover-payments",
  "remind-due-work",
  "resume-imports",
  "sweep-reservations",
  "sweep-uploads",
  "watch-health",
  "watch-stock",
] as const;
const everySweep = sweeps.map((name) => `${name} {}`);

describe("a sweep", () => {
  test("runs at its next turn, though a process was killed in the middle of the last one", async () => {
    const dying = runProgram("tests/support/hold-jobs.ts", [database.url, ...sweeps]);
    await Promise.all(sweeps.map((name) => dying.saying(new RegExp(`at work on ${name}$`))));
    dying.child.kill("SIGKILL");
    await dying.ended;
    await running.start(handlers);
    for (const name of sweeps) await running.queue.send(name, {});
    const all = expect.arrayContaining(everySweep);
    await vi.waitFor(() => expect(ran).toEqual(all), 20_000);
    const { rows } = await database.db.execute(
      sql`select distinct name from pgboss.job where state = 'active' order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(sweeps);
  });
});
