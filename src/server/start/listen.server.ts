import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { AppError } from "#core/app-error.ts";

/** Open requests may finish in this time. */
const FINISH_MS = 10_000;
const SWEEP_MS = 20;

function explain(cause: NodeJS.ErrnoException, port: number, host: string): AppError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is already used by another program.`,
    EACCES: `PORT: ${port} may not be used by this user; choose one above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine.`,
    ENOTFOUND: `HOST: ${host} is no address of this machine.`,
  };
  const reason = reasons[cause.code ?? ""] ?? `The shop cannot listen: ${cause.message}`;
  return new AppError("configuration", reason, { cause });
}

/** Throws AppError('configuration') that names the variable to change. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(explain(cause, port, host)));
    server.listen(port, host, resolve);
  });
}

/**
 * The requested port, or a free one for 0, known before the shop's URL is needed and before anything is written. Throws
 * AppError('configuration') when it cannot be listened on.
 */
export async function choosePort(asked: number, host: string): Promise<number> {
  const probe = createServer();
  await listen(probe, asked, host);
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : asked;
}

/** Accepts no new connections; resolves when open requests are done, at most ten seconds later. */
export async function finishRequests(server: HttpServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Idle keep-alive connections would stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
