import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { servingProcesses } from "./process-tree.ts";

/** Counts as open for that time. */
const GIVE_UP_MS = 30_000;
const LOOK_MS = 50;
const BYTE = 8;
const START_LIMIT_MS = 60_000;

/** `status`: null without a whole response. */
export type Sent = { status: number | null; openMs: number };

/** On its own connection, as a proxy without keep-alive; resolves when closed. */
export function sendOnce(port: number, path: string, clientIp: string): Promise<Sent> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let status: number | null = null;
    const sending = request({
      host: "127.0.0.1",
      port,
      path,
      agent: false,
      headers: { connection: "close", "x-forwarded-for": clientIp },
    });
    const limit = setTimeout(() => sending.destroy(), GIVE_UP_MS);
    sending.on("response", (response) => {
      response.on("end", () => {
        status = response.statusCode ?? null;
      });
      response.on("error", () => undefined);
      response.resume();
    });
    sending.on("error", () => undefined);
    sending.on("close", () => {
      clearTimeout(limit);
      resolve({ status, openMs: performance.now() - startedMs });
    });
    sending.end();
  });
}

/** As many as configured, without the killed one. */
export async function allServe(
  shop: number,
  port: number,
  processes: number,
  killed?: number,
): Promise<void> {
  const untilMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < untilMs) {
    const serving = servingProcesses(shop, port).filter((pid) => pid !== killed);
    if (serving.length === processes) return;
    await wait(LOOK_MS);
  }
  throw new Error(`No ${processes} processes serve`);
}

export type KillLoad = {
  /** The parent's. */
  shop: number;
  port: number;
  kills: number;
  /** Number of serving processes. */
  processes: number;
  visitors: number;
  path: string;
  /** From a replacement to the next kill. */
  pauseMs: () => number;
};

/** Oldest first, while visitors load a page over new connections. */
export async function killUnderLoad(options: KillLoad): Promise<Sent[]> {
  const { shop, port, kills, processes, visitors, path, pauseMs } = options;
  const sent: Sent[] = [];
  let isOver = false;
  let started = 0;
  const visit = async () => {
    while (!isOver) {
      // Own addresses, against rate limits.
      started += 1;
      const one = await sendOnce(port, path, `203.0.${started >> BYTE}.${started & 0xff}`);
      sent.push(one);
      if (one.status === null) await wait(LOOK_MS);
    }
  };
  const visiting = Array.from({ length: visitors }, visit);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(pauseMs());
      const [oldest] = servingProcesses(shop, port);
      if (oldest === undefined) throw new Error("The shop has no serving process");
      process.kill(oldest, "SIGKILL");
      await allServe(shop, port, processes, oldest);
    }
  } finally {
    isOver = true;
    await Promise.all(visiting);
  }
  return sent;
}
