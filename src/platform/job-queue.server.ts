import { sql } from "drizzle-orm";
import type { Job, JobResult, QueueOptions, SendOptions } from "pg-boss";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Transaction } from "#db/client.server.ts";
import type { Logger } from "./logger.server.ts";

/** Lets a long job end early when the shop closes; what is left to do must be found again. */
type JobLife = { isStopping(): boolean };

/** What runs each job; a handler that throws is tried again with growing pauses. */
export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name], life: JobLife) => Promise<void>;
};

/** The queue together with its life: nothing touches the database before `start`. */
export type RunningJobQueue = {
  queue: JobQueue;
  /** Installs pg-boss's tables, takes up the work and the schedule; rejects when the database is away. */
  start(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs finish (at most 10 s) and closes its connections; safe to call when it never started. */
  stop(): Promise<void>;
};

const MINUTE = 60;

/**
 * Each queue's policy and patience, in seconds; the pauses of an email add up to a day. "exclusive" allows one job about a thing, waiting
 * or running, also one of a killed process until it expires. "short" allows one waiting job, for sweeps. pg-boss keeps the policy that a
 * queue was created with: to change one, rename the job.
 */
const queues: Record<JobName, QueueOptions & { policy: string }> = {
  "send-mail": {
    policy: "exclusive",
    retryLimit: 12,
    retryDelay: 20,
    retryBackoff: true,
    retryDelayMax: 240 * MINUTE,
    expireInSeconds: 2 * MINUTE,
  },
  "send-reset-link": {
    policy: "exclusive",
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 2 * MINUTE,
  },
  "drain-outbox": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "sweep-reservations": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "catch-up-payments": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "forget-customers": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "prepare-image": {
    policy: "exclusive",
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 10 * MINUTE,
    // A large picture takes minutes; one whose process was killed is begun anew after this silence.
    heartbeatSeconds: 30,
  },
  "sweep-uploads": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "advance-import": {
    policy: "short",
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 120 * MINUTE,
  },
  "resume-imports": { policy: "short", retryLimit: 0, expireInSeconds: MINUTE },
  // What changes while it runs is looked at by the next one.
  "watch-stock": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
};

/** When the scheduled jobs run, as cron in UTC. */
const schedule: Partial<Record<JobName, string>> = {
  "sweep-reservations": "* * * * *",
  "catch-up-payments": "*/10 * * * *",
  "forget-customers": "*/10 * * * *",
  "drain-outbox": "*/5 * * * *",
  "sweep-uploads": "17 * * * *",
  "resume-imports": "* * * * *",
  "watch-stock": "* * * * *",
};

/**
 * So many jobs of a queue at once, and on without a pause while there are more: jobs that one transaction asked for come with one
 * notification, and all but the first would otherwise wait for the next look at the queue, half a minute later.
 */
const batches = { batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;

const names = Object.keys(queues) as JobName[];

/** Jobs about one thing are one job while it waits or runs. */
function subjectOf(payload: JobPayloads[JobName]): string {
  return JSON.stringify(payload);
}

/**
 * The background queue on the shop's own Postgres, with connections of its own: a job asked for inside a transaction is
 * written by that transaction's connection and never waits for another one. Before `start` (the first moments of a process)
 * and while it is away nothing is queued; the scheduled drain finds what was missed.
 */
export function createJobQueue(options: { databaseUrl: string; logger: Logger }): RunningJobQueue {
  const { logger } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    max: 3,
    useListenNotify: true,
    application_name: "atelier-jobs",
  });
  boss.on("error", (error) => logger.error({ err: error }, "jobs: background queue"));
  let running = false;

  const send: JobQueue["send"] = async (name, payload, within) => {
    if (!running) return;
    const sending: SendOptions = { singletonKey: subjectOf(payload) };
    if (within) sending.db = fromDrizzle(within, sql);
    await boss.send(name, payload, sending);
  };

  return {
    queue: { send },
    async start(handlers) {
      await boss.start();
      const life = { isStopping: () => !running };
      for (const name of names) await takeUp(boss, name, handlers, { logger, life });
      running = true;
      // What was written down while no queue was running, or left behind by a killed process, is done now.
      await send("drain-outbox", {});
      await send("resume-imports", {});
      logger.info({ jobs: names }, "jobs: started");
    },
    async stop() {
      running = false;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function takeUp<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  { logger, life }: { logger: Logger; life: JobLife },
): Promise<void> {
  const { policy, ...patience } = queues[name];
  await boss.createQueue(name, {
    policy,
    ...patience,
    notify: true,
    deleteAfterSeconds: 24 * 60 * MINUTE,
  });
  await boss.updateQueue(name, { ...patience, notify: true });
  const run = async ({ id, data, retryCount }: Job<JobPayloads[Name]>): Promise<JobResult> => {
    try {
      await handlers[name](data, life);
      return { id, status: "completed" };
    } catch (error) {
      logger.warn({ err: error, job: name, id, retry: retryCount }, "jobs: failed");
      const message = error instanceof Error ? error.message : String(error);
      return { id, status: "failed", output: { message } };
    }
  };
  await boss.work<JobPayloads[Name], JobResult[], typeof batches>(name, batches, (jobs) =>
    Promise.all(jobs.map(run)),
  );
  const cron = schedule[name];
  if (cron) await boss.schedule(name, cron, {});
}

/** Names of the shop's background jobs and what each is given. */
type JobPayloads = {
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
