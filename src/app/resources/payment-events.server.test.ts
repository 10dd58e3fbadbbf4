import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { listFailures } from "#features/office/reports/operational-failures.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { PaymentMessage } from "#platform/payments.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { action } from "./payment-events.ts";

const bench = adminSuite();

type Receive = AppDeps["payments"]["receive"];

function post(receive: Receive, headers: Record<string, string> = { "stripe-signature": "v1=x" }) {
  const context = new RouterContextProvider();
  const payments = { receive } as unknown as AppDeps["payments"];
  const { clock, db } = bench;
  const deps = { db, clock, payments, logger: createLogger("silent") } as unknown as AppDeps;
  context.set(depsContext, deps);
  const request = new Request("https://shop.example/payments/events", {
    method: "POST",
    headers,
    body: "{}",
  });
  return action({ request, context } as unknown as Parameters<typeof action>[0]);
}

const refused: Receive = async () => null;
const failing: Receive = async (_message: PaymentMessage) => {
  throw new TypeError("the table is away");
};
const ignored: Receive = async () =>
  ({ type: "ignored" }) as unknown as Awaited<ReturnType<Receive>>;

test("refused and failing payment messages are counted for the owner until one is processed", async () => {
  expect((await post(refused)).status).toBe(400);
  expect((await post(refused)).status).toBe(400);
  await expect(post(failing)).rejects.toThrow("the table is away");
  expect(await listFailures(bench)).toMatchObject([
    { source: "webhook:processing", count: 1, reason: "TypeError" },
    { source: "webhook:signature", count: 2 },
  ]);
  expect((await post(ignored)).status).toBe(200);
  expect(await listFailures(bench)).toEqual([]);
});

test("a request without any signature is refused and not counted", async () => {
  expect((await post(refused, {})).status).toBe(400);
  expect(await listFailures(bench)).toEqual([]);
});
