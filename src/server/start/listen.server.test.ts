import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { choosePort, finishRequests, listen } from "./listen.server.ts";

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
