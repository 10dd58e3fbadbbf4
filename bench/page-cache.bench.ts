import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import type { Figure } from "./support/figure.ts";
import { median } from "./support/figure.ts";
import { sendRequests } from "./support/load.ts";
import { pinToCore, processorMs, SERVER_CORE } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const PATH = "/shop";
const ROUNDS = 7;
const REQUESTS = 30_000;
const CONNECTIONS = 16;

type Target = { pid: number; port: number };

function fetchCompressed(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, "accept-encoding": "gzip, deflate, br" };
    request({ port, path: PATH, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    })
      .on("error", reject)
      .end();
  });
}

/** Processor microseconds a request costs the server. */
async function cost({ pid, port }: Target): Promise<number> {
  const before = processorMs([pid]);
  await sendRequests({ port, count: REQUESTS, connections: CONNECTIONS, path: () => PATH });
  return ((processorMs([pid]) - before) / REQUESTS) * 1_000;
}

async function startBareServer(body: Buffer) {
  const child = fork(new URL("./support/bare-server.ts", import.meta.url));
  child.send({ body: body.toString("base64") });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const pid = child.pid ?? 0;
  pinToCore(pid, SERVER_CORE);
  return { pid, port, [Symbol.dispose]: () => void child.kill() };
}

/** A storefront page from memory beside a bare Node server that sends the same bytes; rounds alternate, so both meet the same neighbours. */
export async function measure(): Promise<Figure[]> {
  await using shop = await startMeasuredShop();
  const [pid = 0] = shop.pids;
  const cached = { pid, port: shop.port };
  // Popular pages are compressed further in the background: both sides must send the final bytes.
  await cost(cached);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const body = await fetchCompressed(shop.port);
  using bare = await startBareServer(body);
  await cost(bare);
  const costs = { cached: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.bare.push(await cost(bare));
    costs.cached.push(await cost(cached));
  }
  const [ours, theirs] = [median(costs.cached), median(costs.bare)];
  console.log(
    `  ${body.length} bytes of brotli; processor µs per request: cached ${ours.toFixed(1)}, bare ${theirs.toFixed(1)}`,
  );
  return [
    {
      subject: "cached storefront page, share of a bare Node server's speed",
      value: theirs / ours,
    },
  ];
}
