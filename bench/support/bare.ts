import { fork } from "node:child_process";
import { once } from "node:events";
import { sendRequests } from "./load.ts";
import { pinToCore, processorMs, SERVER_CORE } from "./processor.ts";

const CONNECTIONS = 16;

export type Target = { pid: number; port: number };

export async function startBareServer(body: Buffer): Promise<Target & Disposable> {
  const child = fork(new URL("./bare-server.ts", import.meta.url));
  child.send({ body: body.toString("base64") });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const pid = child.pid ?? 0;
  pinToCore(pid, SERVER_CORE);
  return { pid, port, [Symbol.dispose]: () => void child.kill() };
}

/** Microseconds of processor time. */
export async function costOfRequest(
  { pid, port }: Target,
  options: { path: string; count: number },
): Promise<number> {
  const before = processorMs([pid]);
  const { path, count } = options;
  await sendRequests({ port, count, connections: CONNECTIONS, path: () => path });
  return ((processorMs([pid]) - before) / count) * 1_000;
}
