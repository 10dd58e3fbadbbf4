import { request } from "node:http";
import { servingProcesses } from "./process-tree.ts";
import { waitUntil } from "./wait-until.ts";

/** Counts as open for that time. */
const GIVE_UP_MS = 30_000;
const BYTE = 8;
const START_LIMIT_MS = 60_000;

/** `status`: null without a whole response. */
export type Sent = { status: number | null; openMs: number };

/** Sends a request on its own connection, as a proxy without keep-alive; resolves when closed. `onSent`: the system has the whole request. */
export function sendOnce(
  port: number,
  path: string,
  clientIp: string,
  onSent: () => void = () => undefined,
): Promise<Sent> {
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
    sending.on("socket", (socket) => socket.once("connect", onSent));
    sending.end();
  });
}

/** Waits until as many processes serve as are configured, and the killed one is not among them. */
export async function allServe(
  shop: number,
  port: number,
  processes: number,
  killed?: number,
): Promise<void> {
  const others = () => servingProcesses(shop, port).filter((pid) => pid !== killed);
  await waitUntil(`${processes} processes serve`, () => others().length === processes, {
    everyMs: 50,
    limitMs: START_LIMIT_MS,
  });
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
  /** Whole responses from a replacement to the next kill. */
  responsesBetween: () => number;
};

/** Oldest first, while visitors load a page over new connections. */
export async function killUnderLoad(options: KillLoad): Promise<Sent[]> {
  const { shop, port, kills, processes, visitors, path, responsesBetween } = options;
  const sent: Sent[] = [];
  let isOver = false;
  let started = 0;
  let served = 0;
  const visit = async () => {
    while (!isOver) {
      // Own addresses, against rate limits.
      started += 1;
      const one = await sendOnce(port, path, `203.0.${started >> BYTE}.${started & 0xff}`);
      sent.push(one);
      if (one.status === 200) served += 1;
      // A closed port is not asked in every turn.
      else await waitUntil("the port listens", () => servingProcesses(shop, port).length > 0);
    }
  };
  const visiting = Array.from({ length: visitors }, visit);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const due = served + responsesBetween();
      await waitUntil(`${due} responses have arrived`, () => served >= due);
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
