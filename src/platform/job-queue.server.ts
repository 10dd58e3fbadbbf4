import { sql } from "drizzle-orm";
import type { Job, JobResult, QueueOptions, SendOptions } from "pg-boss";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Transaction } from "#db/client.server.ts";
import { safeMessage } from "./log-redaction.ts";
import type { Logger } from "./logger.server.ts";

/** Lets a long job end early; the next run must find the rest. */
type JobLife = { isStopping(): boolean };

/** A handler that throws is retried with growing pauses. */
export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name], life: JobLife) => Promise<void>;
};

/** The success of a scheduled job, or a failure without retries left. */
export type JobOutcome = { name: JobName; error: string | null; isRetried: boolean };

/** Does not connect before `start`. */
export type RunningJobQueue = {
  queue: JobQueue;
  /** Installs pg-boss and starts work; rejects when the database is unreachable. */
  start(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs finish (at most 10 s). Safe before `start`. */
  stop(): Promise<void>;
};

const MINUTE = 60;

/** Longer than SMTP's timeouts together (platform/mailer), so that no email is repeated while sent. */
export const JOB_EXPIRY_S = { "send-mail": 15 * MINUTE } as const;

/**
 * In seconds. "exclusive": one waiting or running job per subject. "short": one waiting job, for sweeps.
 * pg-boss keeps a queue's first policy: rename the job to change it.
 */
const queues: Record<JobName, QueueOptions & { policy: string }> = {
  "send-mail": {
    policy: "exclusive",
    retryLimit: 12,
    retryDelay: 20,
    retryBackoff: true,
    retryDelayMax: 240 * MINUTE,
    expireInSeconds: JOB_EXPIRY_S["send-mail"],
    // A killed process' job restarts after this silence.
    heartbeatSeconds: 30,
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
  "recover-payments": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "forget-customers": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "prepare-image": {
    policy: "exclusive",
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 10 * MINUTE,
    // A large image takes minutes. A killed process' job restarts after this silence.
    heartbeatSeconds: 30,
  },
  "sweep-uploads": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "delete-files": {
    policy: "short",
    retryLimit: 6,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 5 * MINUTE,
    expireInSeconds: 15 * MINUTE,
  },
  "check-files": { policy: "short", retryLimit: 0, expireInSeconds: 60 * MINUTE },
  "advance-import": {
    policy: "short",
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 120 * MINUTE,
  },
  "fetch-waiting-images": {
    policy: "short",
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 120 * MINUTE,
  },
  "resume-imports": { policy: "short", retryLimit: 0, expireInSeconds: MINUTE },
  // The next job covers changes made during this one.
  "watch-stock": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "remind-due-work": { policy: "short", retryLimit: 0, expireInSeconds: MINUTE },
  "apply-retention": { policy: "short", retryLimit: 0, expireInSeconds: 60 * MINUTE },
  // A failed one is repeated by the schedule.
  "back-up": { policy: "short", retryLimit: 0, expireInSeconds: 6 * 60 * MINUTE },
  "watch-health": { policy: "short", retryLimit: 0, expireInSeconds: MINUTE },
  "check-servers": { policy: "short", retryLimit: 0, expireInSeconds: 5 * MINUTE },
  "check-contracts": { policy: "short", retryLimit: 0, expireInSeconds: 60 * MINUTE },
  "draft-patterns": { policy: "short", retryLimit: 0, expireInSeconds: 30 * MINUTE },
};

/** Maximum seconds until a pass finds due work, a job is sent, and a worker polls after a lost notification. */
export const JOB_DELAYS_S = { pass: 15, send: 5, poll: 30 } as const;

/** Cron in UTC. */
export const JOB_SCHEDULE: Partial<Record<JobName, string>> = {
  "sweep-reservations": "* * * * *",
  "catch-up-payments": "*/10 * * * *",
  "recover-payments": "* * * * *",
  "forget-customers": "*/10 * * * *",
  "drain-outbox": "*/5 * * * *",
  "sweep-uploads": "17 * * * *",
  "delete-files": "*/10 * * * *",
  // Two o'clock at night in Georgetown.
  "check-files": "0 6 * * *",
  "resume-imports": "* * * * *",
  "watch-stock": "* * * * *",
  "remind-due-work": "5 * * * *",
  // Half past three at night in Georgetown.
  "apply-retention": "30 7 * * *",
  "back-up": "25 * * * *",
  "watch-health": "*/10 * * * *",
  "check-servers": "*/5 * * * *",
  "check-contracts": "45 */6 * * *",
  "draft-patterns": "* * * * *",
};

/** Jobs of one transaction share a notification; without bursts the rest would wait for the next poll. */
const batches = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: JOB_DELAYS_S.poll,
} as const;

/** Each worker fetches its next job alone, so that a slow one delays no other. */
const single = {
  batchSize: 1,
  perJobResults: true,
  notifyPollingIntervalSeconds: JOB_DELAYS_S.poll,
} as const;

/** Concurrent jobs of queues that mix quick and long ones. */
type Workers = { readonly "send-mail": number };

const DEFAULT_WORKERS: Workers = { "send-mail": 5 };

const names = Object.keys(queues) as JobName[];

/** One job per subject while it waits or runs. */
function subjectOf(payload: JobPayloads[JobName]): string {
  return JSON.stringify(payload);
}

/**
 * The job queue in Postgres. A job sent inside a transaction uses its connection. While the queue is down
 * nothing is queued; the scheduled drain finds missed work.
 */
export function createJobQueue(options: {
  databaseUrl: string;
  logger: Logger;
  onOutcome?: (outcome: JobOutcome) => Promise<void>;
  workers?: Workers;
}): RunningJobQueue {
  const { logger, onOutcome = async () => undefined, workers = DEFAULT_WORKERS } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    max: 3,
    useListenNotify: true,
    cronMonitorIntervalSeconds: JOB_DELAYS_S.pass,
    cronWorkerIntervalSeconds: JOB_DELAYS_S.send,
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
      for (const name of names) {
        await adoptJobs(boss, name, handlers, { logger, life, onOutcome, workers });
      }
      running = true;
      // Work recorded without a queue, or left by a killed process.
      await send("drain-outbox", {});
      await send("resume-imports", {});
      await send("back-up", {});
      await send("check-servers", {});
      logger.info({ jobs: names }, "jobs: started");
    },
    async stop() {
      running = false;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

type Surroundings = {
  logger: Logger;
  life: JobLife;
  onOutcome(outcome: JobOutcome): Promise<void>;
  workers: Workers;
};

type RunJob<Name extends JobName> = (job: Job<JobPayloads[Name]>) => Promise<JobResult>;

/** One job at a time; the next fetch follows each job at once. */
async function startSingleWorker<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  run: RunJob<Name>,
): Promise<void> {
  let id = "";
  id = await boss.work<JobPayloads[Name], JobResult[], typeof single>(
    name,
    single,
    async (jobs) => {
      const results = await Promise.all(jobs.map(run));
      // Otherwise the worker waits for a notification or poll.
      boss.notifyWorker(id);
      return results;
    },
  );
}

async function startWorkers<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  run: RunJob<Name>,
  workers: Workers,
): Promise<void> {
  if (name === "send-mail") {
    const count = workers["send-mail"];
    for (let started = 0; started < count; started += 1) await startSingleWorker(boss, name, run);
    return;
  }
  await boss.work<JobPayloads[Name], JobResult[], typeof batches>(name, batches, (jobs) =>
    Promise.all(jobs.map(run)),
  );
}

async function adoptJobs<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  { logger, life, onOutcome, workers }: Surroundings,
): Promise<void> {
  const { policy, ...patience } = queues[name];
  await boss.createQueue(name, {
    policy,
    ...patience,
    notify: true,
    deleteAfterSeconds: 24 * 60 * MINUTE,
  });
  await boss.updateQueue(name, { ...patience, notify: true });
  const { retryLimit = 0 } = patience;
  const report = (error: string | null) =>
    onOutcome({ name, error, isRetried: retryLimit > 0 }).catch((err: unknown) => {
      logger.error({ err, job: name }, "jobs: outcome not recorded");
    });
  const run: RunJob<Name> = async ({ id, data, retryCount }) => {
    try {
      await handlers[name](data, life);
      if (retryLimit === 0) await report(null);
      return { id, status: "completed" };
    } catch (error) {
      logger.warn({ err: error, job: name, id, retry: retryCount }, "jobs: failed");
      const message = error instanceof Error ? safeMessage(error) : "failed without an error";
      if (retryCount >= retryLimit) await report(message);
      return { id, status: "failed", output: { message } };
    }
  };
  await startWorkers(boss, name, run, workers);
  const cron = JOB_SCHEDULE[name];
  if (cron) await boss.schedule(name, cron, {});
}

type JobPayloads = {
  "send-mail": { mailId: string };
  "drain-outbox": Record<string, never>;
  "send-reset-link": { requestId: string };
  "sweep-reservations": Record<string, never>;
  "catch-up-payments": Record<string, never>;
  "recover-payments": Record<string, never>;
  "forget-customers": Record<string, never>;
  "prepare-image": { mediaId: string };
  "sweep-uploads": Record<string, never>;
  "delete-files": Record<string, never>;
  "check-files": Record<string, never>;
  "advance-import": { importId: string };
  "fetch-waiting-images": { host: string };
  "resume-imports": Record<string, never>;
  "watch-stock": Record<string, never>;
  "remind-due-work": Record<string, never>;
  "apply-retention": Record<string, never>;
  "back-up": Record<string, never>;
  "watch-health": Record<string, never>;
  "check-contracts": Record<string, never>;
  "draft-patterns": Record<string, never>;
  "check-servers": Record<string, never>;
};

export type JobName = keyof JobPayloads;

/**
 * The queue for use cases: a job sent in a transaction runs only after its commit. Work is recorded in a
 * table, where a scheduled job finds what was missed.
 */
export type JobQueue = {
  send<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    within?: Transaction,
  ): Promise<void>;
};
