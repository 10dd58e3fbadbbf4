import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";
import { BODY_LIMITS } from "./bodies-in-flight.ts";

const MULTIPART = "content-type: multipart/form-data; boundary=x";
const PHOTOS = 15_500_000;

type Head = { path: string; length: number | "chunked"; from?: string };

/** Sends a request's head alone, as somebody whose body never comes. */
function sendHead(host: ShopHost, { from, length, path }: Head): Socket {
  const size =
    length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${String(length)}`;
  const proxied = from ? [`x-forwarded-for: ${from}`] : [];
  const socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      "host: x",
      "connection: close",
      "accept: text/html",
      MULTIPART,
      size,
      ...proxied,
    ].join("\r\n"),
  );
  socket.write("\r\n\r\n");
  return socket;
}

async function responseTo(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, "data");
  return String(chunk);
}

/** A host whose render waits until the test lets it go on. */
async function startWaitingHost() {
  const rendering: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const directory = await mkdtemp(join(tmpdir(), "bodies-"));
  const host = await startShopHost({
    trustedProxies: 1,
    bodyDirectory: directory,
    render: async (request) => {
      const text = await request.text();
      rendering.push(`${new URL(request.url).pathname} ${text.length}`);
      await promise;
      return new Response("done");
    },
  });
  onTestFinished(async () => {
    resolve();
    await host[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });
  return { directory, goOn: resolve, host, rendering };
}

test.each([
  { path: "/garment/nobody", length: PHOTOS },
  { path: "/garment/nobody.data", length: "chunked" as const },
  { path: "/profile/orders/x/garments/y", length: PHOTOS },
  { path: "/profile/orders/x/garments/y.data", length: "chunked" as const },
  { path: "/admin/atelier/production/x.data", length: "chunked" as const },
  { path: "/admin/atelier/production/x", length: 900_000 },
])(
  "a long body to $path ($length) from somebody who may not send it is answered from its head alone",
  async (head) => {
    const received: number[] = [];
    await using host = await startShopHost({
      mayReceive: async () => false,
      render: async (request) => {
        received.push([...(await request.formData())].length);
        return new Response("not here", { status: 404 });
      },
    });
    expect(await responseTo(sendHead(host, head))).toMatch(/^HTTP\/1\.1 404 /);
    expect(received).toEqual([0]);
  },
);

const CHUNK = Buffer.alloc(100_000, "a");

/** Sends a whole body after its head, as far as the host receives it. */
function sendPhotos(host: ShopHost): Promise<void> {
  const socket = sendHead(host, { path: "/garment/nobody", length: PHOTOS });
  let left = PHOTOS;
  const write = () => {
    while (left > 0 && !socket.destroyed) {
      left -= CHUNK.length;
      if (!socket.write(CHUNK)) return;
    }
  };
  socket.on("drain", write).on("error", () => undefined);
  socket.resume();
  write();
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

test("twenty bodies of 15.5 MB for nobody raise the memory by little", async () => {
  await using host = await startShopHost({
    mayReceive: async () => false,
    render: async (request) => new Response(await request.text(), { status: 404 }),
  });
  const before = process.memoryUsage();
  let most = 0;
  const measure = () => {
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    most = Math.max(most, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed);
  };
  const watching = setInterval(measure, 20);
  await Promise.all(Array.from({ length: 20 }, () => sendPhotos(host).then(measure)));
  clearInterval(watching);
  expect(most, "of 310 MB sent").toBeLessThan(60_000_000);
});

test("a long body to an address that the shop does not have is answered from its head alone", async () => {
  await using host = await startShopHost({
    render: async (request) => new Response(await request.text(), { status: 404 }),
  });
  for (const length of [900_000, "chunked"] as const) {
    const socket = sendHead(host, { path: "/nowhere/at/all", length });
    expect(await responseTo(socket)).toMatch(/^HTTP\/1\.1 404 /);
  }
});

test("the check is told the route and what its path names", async () => {
  const routes: unknown[] = [];
  await using host = await startShopHost({
    mayReceive: async (_, route) => {
      routes.push(route);
      return false;
    },
    render: () => new Response("not here", { status: 404 }),
  });
  await responseTo(sendHead(host, { path: "/Garment/a%20b.data", length: PHOTOS }));
  expect(routes).toEqual([{ pattern: "garment/:token", params: { token: "a b" } }]);
});

test("one address has so many long bodies on their way; its next waits, short forms and other addresses do not", async () => {
  const { goOn, host } = await startWaitingHost();
  goOn();
  const { bodies } = BODY_LIMITS.text.ofAddress;
  const open = Array.from({ length: bodies }, () =>
    sendHead(host, { path: "/contact", length: 400_000, from: "203.0.113.7" }),
  );
  const another = () => sendHead(host, { path: "/contact", length: 400_000, from: "203.0.113.7" });
  const refused = await responseTo(another());
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/retry-after: [4-8]\r\n/i);
  expect(refused).toContain("go back and send the form again");
  const post = (from: string, length: number) =>
    host.request("/contact", {
      method: "POST",
      body: "a".repeat(length),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": from,
      },
    });
  expect((await post("203.0.113.7", 5_000)).status).toBe(200);
  expect((await post("203.0.113.8", 400_000)).status).toBe(200);
  for (const socket of open) socket.destroy();
  await expect.poll(async () => (await post("203.0.113.7", 400_000)).status).toBe(200);
});

test("all addresses together have so many bytes on their way, and a form of text still arrives", async () => {
  const { goOn, host } = await startWaitingHost();
  goOn();
  const { bytesInAll } = BODY_LIMITS.file;
  const open = Array.from({ length: Math.floor(bytesInAll / 16_000_000) }, (_, index) =>
    sendHead(host, { path: "/garment/a", length: "chunked", from: `203.0.113.${index}` }),
  );
  const refused = await responseTo(
    sendHead(host, { path: "/garment/a", length: PHOTOS, from: "198.51.100.1" }),
  );
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/retry-after: [4-8]\r\n/i);
  expect((await host.request("/contact", { method: "POST" })).status).toBe(200);
  for (const socket of open) socket.destroy();
});

test("two forms with photos are handled at one time; others wait on the disk, in files without a name", async () => {
  const { directory, goOn, host, rendering } = await startWaitingHost();
  const photos = Buffer.alloc(200_000, "a");
  const sent = [1, 2, 3, 4].map((number) =>
    host.request(`/garment/${number}`, {
      method: "POST",
      body: photos,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  );
  await expect.poll(() => rendering.length).toBe(2);
  expect(await readdir(directory)).toEqual([]);
  expect(rendering.filter((line) => line.endsWith("200000"))).toHaveLength(2);
  goOn();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(rendering.filter((line) => line.endsWith("200000"))).toHaveLength(4);
});
