import { connect } from "node:net";
import { percentile, requestAtRate } from "../place-orders/open-loop.ts";

/** `refused` is 503 with a message and Retry-After; `other` any other status. */
export type FloodResult = {
  served: number;
  refused: number;
  other: number;
  timedOut: number;
  /** Counts from the moment each request was due. */
  p50: number;
  p99: number;
  max: number;
};

/** A visitor leaves after this. */
const PATIENCE_MS = 30_000;

const byte = () => 1 + Math.floor(Math.random() * 254);

/** Each request has its own address, so that no rate limit applies. */
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

async function flood(port: number, path: string, perSecond: number, seconds: number) {
  const counts = { served: 0, refused: 0, other: 0 };
  const load = await requestAtRate({
    perSecond,
    count: perSecond * seconds,
    async ask(index) {
      const head = await visit(port, `${path}?q=${process.pid}x${index}`);
      const isRefused = /^HTTP\/1.1 503 .*\r\nretry-after: \d/is.test(head) && /<h1>/.test(head);
      if (head.startsWith("HTTP/1.1 200")) counts.served += 1;
      else if (isRefused) counts.refused += 1;
      else counts.other += 1;
    },
  });
  const { latenciesMs, failures } = load;
  const result: FloodResult = {
    ...counts,
    timedOut: failures.length,
    p50: percentile(latenciesMs, 0.5),
    p99: percentile(latenciesMs, 0.99),
    max: Math.max(...latenciesMs),
  };
  process.send?.(result);
}

const [port = 0, perSecond = 0, seconds = 0] = process.argv.slice(2, 5).map(Number);
await flood(port, process.argv[5] ?? "/", perSecond, seconds);
if (process.connected) process.disconnect();
