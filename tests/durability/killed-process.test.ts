import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allServe, killUnderLoad, sendOnce } from "../support/killed-process.ts";
import { servingProcesses } from "../support/process-tree.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { startTemporaryCluster } from "../support/temporary-cluster.ts";
import { waitUntil } from "../support/wait-until.ts";
import { shopSuite } from "./shop-suite.ts";

const CLOSED_WITHIN_MS = 5_000;
const REQUESTS = 6;

const { start } = shopSuite();
let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>;

beforeEach(async () => {
  cluster = await startTemporaryCluster();
});
afterEach(() => cluster.close());

async function startTwo() {
  const shop = start({
    DATABASE_URL: cluster.urlOf("postgres"),
    AUTH_SECRET: "a".repeat(32),
    SETTINGS_KEY: "b".repeat(32),
    SEED: "none",
    TRUSTED_PROXIES: "127.0.0.1",
    WEB_CONCURRENCY: "2",
  });
  const port = Number(new URL(await shopUrlOf(shop)).port);
  const pid = shop.child.pid ?? 0;
  await allServe(pid, port, 2);
  const [first = 0, second = 0] = servingProcesses(pid, port);
  return { pid, port, first, second };
}

test("requests that a busy process has not read when it is killed are served by another one", async () => {
  const { port, first } = await startTwo();
  process.kill(first, "SIGSTOP");
  let arrived = 0;
  const sending = Array.from({ length: REQUESTS }, (_, visitor) =>
    sendOnce(port, "/healthz", `203.0.113.${visitor}`, () => {
      arrived += 1;
    }),
  );
  await waitUntil("every request is at this machine's port", () => arrived === REQUESTS);
  process.kill(first, "SIGKILL");
  const sent = await Promise.all(sending);
  expect(sent.map(({ status }) => status)).toEqual(Array(REQUESTS).fill(200));
  expect(Math.max(...sent.map(({ openMs }) => openMs))).toBeLessThan(CLOSED_WITHIN_MS);
});

/** Begins a form and sends half of its body. */
async function beginForm(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write(
    "POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n",
  );
  await once(socket, "data");
  return socket;
}

test("connections that a killed process has read from close at once", async () => {
  const { port, first, second } = await startTwo();
  process.kill(second, "SIGSTOP");
  const sockets = await Promise.all(Array.from({ length: REQUESTS }, () => beginForm(port)));
  const closed = Promise.all(sockets.map((socket) => once(socket, "close")));
  process.kill(first, "SIGKILL");
  // While the other process is stopped, it can answer none of them.
  await closed;
  process.kill(second, "SIGCONT");
  expect((await sendOnce(port, "/healthz", "203.0.113.1")).status).toBe(200);
});

test("processes killed under load are replaced, and no connection stays open", async () => {
  const { pid, port } = await startTwo();
  const sent = await killUnderLoad({
    shop: pid,
    port,
    kills: 3,
    processes: 2,
    visitors: 12,
    path: "/search?q=gown",
    responsesBetween: () => 50,
  });
  expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
  expect(sent.filter(({ status }) => status === null).length).toBeLessThanOrEqual(3 * 12);
  expect(Math.max(...sent.map(({ openMs }) => openMs))).toBeLessThan(CLOSED_WITHIN_MS);
});
