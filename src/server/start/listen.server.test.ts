import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { parseEnv } from "#platform/env.server.ts";
import { chooseListening, choosePort, finishRequests, listen } from "./listen.server.ts";

test("a port that is taken is named with the reason", async () => {
  const port = await choosePort(0, "127.0.0.1");
  const first = createServer();
  await listen(first, port, "127.0.0.1");
  await expect(listen(createServer(), port, "127.0.0.1")).rejects.toThrow(
    `PORT: ${port} is already used by another program.`,
  );
  first.close();
});

test("a host that is not this machine is named", async () => {
  await expect(listen(createServer(), 0, "192.0.2.1")).rejects.toThrow(
    "HOST: 192.0.2.1 is no address of this machine.",
  );
});

const listeningWith = (variables: Record<string, string>) => chooseListening(parseEnv(variables));

test("a shop on http listens as before and believes no proxy", () => {
  expect(listeningWith({})).toEqual({ host: "0.0.0.0" });
  expect(listeningWith({ HOST: "192.168.1.5" })).toEqual({ host: "192.168.1.5" });
});

test("a shop on https without a configured proxy is for a proxy on this machine, and says so", () => {
  const https = { PUBLIC_URL: "https://shop.example" };
  const closed = { host: "127.0.0.1", trustedProxies: ["127.0.0.0/8", "::1"] };
  for (const variables of [https, { ...https, HOST: "0.0.0.0" }, { ...https, HOST: "10.0.0.5" }]) {
    expect(listeningWith(variables)).toEqual({
      ...closed,
      reason: expect.stringMatching(/127\.0\.0\.1 only.*PUBLIC_URL is https and TRUSTED_PROXIES/),
    });
  }
  expect(listeningWith({ ...https, HOST: "127.0.0.1" })).toEqual(closed);
});

test("a shop on https with a configured proxy listens where HOST says", () => {
  const proxy = { PUBLIC_URL: "https://shop.example", TRUSTED_PROXIES: "10.0.0.0/8" };
  expect(listeningWith(proxy)).toEqual({ host: "0.0.0.0", trustedProxies: ["10.0.0.0/8"] });
  expect(listeningWith({ ...proxy, TRUSTED_PROXIES: "2" })).toMatchObject({ trustedProxies: 2 });
});

test("a request under way is answered before the server ends, and no new one is taken", async () => {
  const port = await choosePort(0, "127.0.0.1");
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => arrived.resolve(response));
  await listen(server, port, "127.0.0.1");
  const result = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  const response = await arrived.promise;
  const finished = finishRequests(server);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  response.end("served");
  expect(await result).toBe("served");
  await finished;
});
