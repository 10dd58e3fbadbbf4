import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createStripeAccount } from "./stripe-account.server.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function provider(status: number, body: string) {
  const requested: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { requested, account: createStripeAccount(`http://127.0.0.1:${port}`) };
}

const expired = '{"error":{"code":"api_key_expired"}}';

test.each([
  [200, '{"object":"balance","livemode":false}', { response: "works", mode: "test" }],
  [200, '{"object":"balance","livemode":true}', { response: "works", mode: "live" }],
  [200, "<html>a portal of some hotel</html>", { response: "away" }],
  [401, '{"error":{"type":"invalid_request_error"}}', { response: "wrong" }],
  [401, expired, { response: "revoked" }],
  [403, '{"error":{}}', { response: "restricted" }],
  [429, '{"error":{}}', { response: "away" }],
  [500, "{}", { response: "away" }],
])("an answer %i %s means %j", async (status, body, verdict) => {
  const { account, requested } = await provider(status, body);
  expect(await account.verify("sk_test_1")).toEqual(verdict);
  expect(requested).toEqual(["GET /v1/balance Bearer sk_test_1"]);
});

test("a provider that is not there, and a key that fits into no header, are no error", async () => {
  const { account } = await provider(302, "{}");
  expect(await account.verify("sk\n1")).toEqual({ response: "away" });
  expect(await createStripeAccount("http://127.0.0.1:1").verify("sk")).toEqual({
    response: "away",
  });
});
