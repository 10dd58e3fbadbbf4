import { connect } from "node:net";
import { setPriority } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { percentile, requestAtRate } from "../place-orders/open-loop.ts";

/** The latencies of what got a response, from the moment each request was due, so that a late generator counts too. */
export type Latencies = { p50: number; p99: number; max: number };

/** `refused`: status 503, a message and Retry-After; `other`: anything else. */
export type FloodResult = {
  served: number;
  refused: number;
  other: number;
  timedOut: number;
  all: Latencies;
  servedMs: Latencies;
  refusedMs: Latencies;
  /** How late requests were sent, and the generator's event loop at most. */
  generator: { sentLateMs: Latencies; loopDelayMs: number };
};

/** A visitor leaves after this. */
const PATIENCE_MS = 30_000;
/** Where allowed, so that the generator keeps its rate. */
const PRIORITY = -10;

const byte = () => 1 + Math.floor(Math.random() * 254);

/** Each visitor has a loopback address, against rate limits. */
function visit(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.${byte()}.${byte()}.${byte()}`;
    const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    let head = "";
    const limit = setTimeout(() => socket.destroy(new Error("timeout")), PATIENCE_MS);
    socket.once("error", reject);
    socket.once("close", () => {
      clearTimeout(limit);
      resolve(head);
    });
    socket.on("data", (chunk) => {
      if (head.length < 4_096) head += chunk.toString("latin1");
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\naccept: text/html\r\nconnection: close\r\n\r\n`,
    );
  });
}

function latenciesOf(values: readonly number[]): Latencies {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    p50: rounded(percentile(values, 0.5)),
    p99: rounded(percentile(values, 0.99)),
    max: rounded(percentile(values, 1)),
  };
}

async function flood(port: number, path: string, perSecond: number, seconds: number) {
  const servedMs: number[] = [];
  const refusedMs: number[] = [];
  const sentLateMs: number[] = [];
  let other = 0;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const load = await requestAtRate({
    perSecond,
    count: perSecond * seconds,
    async request(index, dueMs) {
      sentLateMs.push(Math.max(0, performance.now() - dueMs));
      const head = await visit(port, `${path}?q=${process.pid}x${index}`);
      const ms = performance.now() - dueMs;
      const isRefused = /^HTTP\/1.1 503 .*\r\nretry-after: \d/is.test(head) && /<h1/.test(head);
      if (head.startsWith("HTTP/1.1 200")) servedMs.push(ms);
      else if (isRefused) refusedMs.push(ms);
      else other += 1;
    },
  });
  const result: FloodResult = {
    served: servedMs.length,
    refused: refusedMs.length,
    other,
    timedOut: load.failures.length,
    all: latenciesOf(load.latenciesMs),
    servedMs: latenciesOf(servedMs),
    refusedMs: latenciesOf(refusedMs),
    generator: {
      sentLateMs: latenciesOf(sentLateMs),
      loopDelayMs: Math.round(delay.max / 1_000_000),
    },
  };
  process.send?.(result);
}

try {
  setPriority(PRIORITY);
} catch {
  // Not allowed here; the generator's lag is measured anyway.
}
const [port = 0, perSecond = 0, seconds = 0] = process.argv.slice(2, 5).map(Number);
await flood(port, process.argv[5] ?? "/", perSecond, seconds);
if (process.connected) process.disconnect();
