import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { startShopHost } from "#tests/support/shop-host.ts";
import { createFairTurns } from "./fair-turns.ts";

const LIMITS = { atOnce: 1, maxWaitingOfClient: 3, maxWaitMs: 10_000, maxPauseMs: 0 };

test("a client who sends once waits for one turn of each other client, however many those sent", async () => {
  const turns = createFairTurns(LIMITS);
  const order: string[] = [];
  const useTurn = async (client: string) => {
    const end = await turns.enter(client);
    order.push(client);
    await nextTurn();
    if (typeof end !== "string") end();
  };
  const flood = ["a", "a", "a", "b", "b", "b"].map(useTurn);
  await Promise.all([...flood, useTurn("honest")]);
  expect(order).toEqual(["a", "a", "b", "honest", "a", "b", "b"]);
});

test("beyond so many waiting requests a client is refused, and another one is not", async () => {
  const turns = createFairTurns(LIMITS);
  const end = await turns.enter("a");
  for (let count = 0; count < LIMITS.maxWaitingOfClient; count += 1) void turns.enter("a");
  expect(await turns.enter("a")).toBe("full");
  const other = turns.enter("b");
  if (typeof end !== "string") end();
  await nextTurn();
  expect(["function", "object"]).toContain(typeof other);
});

test("a request without a turn in time is told so and holds no place", async () => {
  const turns = createFairTurns({ ...LIMITS, maxWaitMs: 5 });
  const end = await turns.enter("a");
  expect(await turns.enter("b")).toBe("late");
  if (typeof end !== "string") end();
  expect(typeof (await turns.enter("c"))).toBe("function");
});

test("a visitor who leaves while she waits for a drawing is not drawn for, and one who leaves while it is drawn is known", async () => {
  const begun: AbortSignal[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await using host = await startShopHost({
    render: async (request) => {
      begun.push(request.signal);
      await promise;
      return new Response("{}");
    },
  });
  const sendFor = () => {
    const socket = connect(host.port, "127.0.0.1");
    const head = "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    socket.write(`POST /product/suit/pattern HTTP/1.1\r\nhost: x\r\n${head}`);
    return socket;
  };
  const first = sendFor();
  const second = sendFor();
  await expect.poll(() => begun.length).toBe(2);
  const waiting = sendFor();
  await once(waiting, "connect");
  for (const socket of [first, waiting]) socket.destroy();
  await expect.poll(() => begun.filter(({ aborted }) => aborted).length).toBe(1);
  resolve();
  await once(second, "data");
  second.destroy();
  expect(begun).toHaveLength(2);
});

test("quotes of one address do not stand in the way of another's quote or of other forms", async () => {
  const rendering: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await using host = await startShopHost({
    trustedProxies: 1,
    render: async (request) => {
      const { pathname } = new URL(request.url);
      rendering.push(pathname);
      if (pathname === "/cart/quote") await promise;
      return new Response("{}");
    },
  });
  const post = (path: string, from: string) =>
    host.request(path, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", "x-forwarded-for": from },
    });
  const flood = Array.from({ length: 40 }, () => post("/cart/quote", "203.0.113.7"));
  await expect.poll(() => rendering.length).toBe(2);
  const refused = await Promise.race(flood);
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("2");
  const honest = post("/cart/quote", "203.0.113.8");
  expect((await post("/contact", "203.0.113.8")).status).toBe(200);
  expect(rendering.filter((path) => path === "/cart/quote")).toHaveLength(2);
  resolve();
  expect((await honest).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
