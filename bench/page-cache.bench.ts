import { request } from "node:http";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { startMeasuredShop } from "./support/shop.ts";

const PATH = "/shop";
const ROUNDS = 7;
const EACH = { path: PATH, count: 30_000 };
const POLISHING_MS = 1_000;

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

/** A cached page against a bare Node server with the same bytes, alternating. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  const [pid = 0] = shop.pids;
  const cached = { pid, port: shop.port };
  await costOfRequest(cached, EACH);
  // Popular pages are recompressed: both must send the final bytes.
  await new Promise((resolve) => setTimeout(resolve, POLISHING_MS));
  const body = await fetchCompressed(shop.port);
  using bare = await startBareServer(body);
  await costOfRequest(bare, EACH);
  const costs = { cached: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.bare.push(await costOfRequest(bare, EACH));
    costs.cached.push(await costOfRequest(cached, EACH));
  }
  const ours = median(costs.cached);
  const theirs = median(costs.bare);
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
