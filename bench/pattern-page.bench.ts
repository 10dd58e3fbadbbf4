import { request } from "node:http";
import { addMeasuredOrders, startPatternShop } from "./support/measured-orders.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { enterAsOwner } from "./support/owner.ts";

const ORDERS = 24;
/** Unmeasured drafts of each garment: the first ones load the designs' packages. */
const WARM_UP = 4;
const STEPS = 8;

type Reply = { status: number; location: string; body: string };

function send(
  port: number,
  { cookie, form, path }: { cookie: string; path: string; form?: Readonly<Record<string, string>> },
): Promise<Reply> {
  const body = form ? new URLSearchParams(form).toString() : "";
  const headers = {
    cookie,
    host: `localhost:${port}`,
    origin: `http://localhost:${port}`,
    "accept-encoding": "br",
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    ...(form && { "content-length": Buffer.byteLength(body) }),
  };
  const method = form ? "POST" : "GET";
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let received = "";
      response.setEncoding("latin1");
      response.on("data", (chunk: string) => {
        received += chunk;
      });
      response.once("end", () => {
        const { headers: sent, statusCode = 0 } = response;
        resolve({ status: statusCode, location: sent.location ?? "", body: received });
      });
    })
      .on("error", reject)
      .end(body);
  });
}

async function expectStatus(reply: Promise<Reply>, wanted: number): Promise<Reply> {
  const done = await reply;
  if (done.status !== wanted) throw new Error(`${done.status} instead of ${wanted}`);
  return done;
}

/** The tailor's page over HTTP: a paid line drafted at once with its page, and a slider that moves. */
export async function measure(): Promise<Metric[]> {
  await using bench = await startPatternShop();
  const { shop } = bench;
  const { cookie } = await enterAsOwner(shop);
  await shop.client.query("update profiles set is_atelier = true where role = 'admin'");
  const draftMs: number[] = [];
  const redrawMs: number[] = [];
  const lines = await addMeasuredOrders(bench, ORDERS);
  for (const [index, line] of lines.entries()) {
    const started = performance.now();
    const form = { intent: "draft" };
    const drafted = { cookie, path: `/admin/atelier/patterns/${line}`, form };
    const { location } = await expectStatus(send(shop.port, drafted), 303);
    // Leads to the first component.
    const { location: path } = await expectStatus(send(shop.port, { cookie, path: location }), 302);
    await expectStatus(send(shop.port, { cookie, path }), 200);
    if (index >= WARM_UP) draftMs.push(performance.now() - started);
    for (let step = 0; step < STEPS; step += 1) {
      const ease = String(STEPS + step / 2);
      const moved = { intent: "preview", "option.chestEase": ease, "option.seatEase": ease };
      const requested = performance.now();
      await expectStatus(
        send(shop.port, { cookie, path: `${path}.data`, form: { ...moved, seamAllowance: "10" } }),
        200,
      );
      if (index >= WARM_UP) redrawMs.push(performance.now() - requested);
    }
  }
  return [
    { subject: "draft and page over HTTP, median ms", value: median(draftMs) },
    { subject: "slider redraw over HTTP, median ms", value: median(redrawMs) },
  ];
}
