import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { JOB_DELAYS_S, JOB_SCHEDULE } from "#platform/job-queue.server.ts";
import { reread } from "#tests/support/checkout.ts";
import { testEnv } from "#tests/support/identity.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { createJobHandlers } from "./job-handlers.server.ts";

const { suite, now, shop, saveKeys, opened } = stripeSuite();

/** At the latest: a pass, a worker's send, another's run. */
function latestRunAfter(moment: Date): Date {
  const boss = new PgBoss({ connectionString: "postgres://never-connected" });
  const [due] = boss.previewSchedule(JOB_SCHEDULE["recover-payments"] ?? "", {
    from: moment,
    count: 1,
  });
  if (!due) throw new Error("not scheduled");
  const delayS = JOB_DELAYS_S.pass + JOB_DELAYS_S.send + JOB_DELAYS_S.poll;
  return new Date(due.getTime() + delayS * 1000);
}

const PAID_AT = ["12:00:00.000", "12:00:00.001", "12:00:01.000", "12:00:30.000", "12:00:59.999"];

test.each(PAID_AT)(
  "an order whose payment message is lost is settled within two minutes after the payment at %s, by the schedule alone",
  async (time) => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    const paidAt = new Date(`2026-11-20T${time}Z`);
    suite.clock.set(paidAt.toISOString());
    const env = testEnv({});
    const deps = { ...shop(), clock: suite.clock, env, logger: pino({ level: "silent" }) };
    const keys = {} as Parameters<typeof createJobHandlers>[1]["keys"];
    const handlers = createJobHandlers(deps as unknown as AppDeps, { databaseUrl: "", keys });
    const recover = () => handlers["recover-payments"]({}, { isStopping: () => false });
    await recover();
    now.double.payer.pay(order.sessionId);
    expect((await reread(suite.db, order.id)).status).toBe("pending");

    suite.clock.set(latestRunAfter(paidAt).toISOString());
    await recover();
    expect((await reread(suite.db, order.id)).status).toBe("completed");
    const seconds = (suite.clock.now().getTime() - paidAt.getTime()) / 1000;
    console.info(`paid at ${time}: settled after ${seconds} s at the latest`);
    expect(seconds).toBeLessThanOrEqual(120);
  },
);
