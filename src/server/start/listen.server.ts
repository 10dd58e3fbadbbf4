import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { AppError } from "#core/app-error.ts";
import type { Env } from "#platform/env.server.ts";
import type { TrustedProxies } from "../http/client-ip.ts";
import { LOOPBACK_PROXIES } from "../http/client-ip.ts";

/** Open requests may finish in this time. */
const FINISH_MS = 10_000;
const SWEEP_MS = 20;

/** `reason`: why it differs from HOST. */
export type Listening = { host: string; trustedProxies?: TrustedProxies; reason?: string };

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);

/**
 * An https PUBLIC_URL means a proxy, because the shop has no TLS. Unless TRUSTED_PROXIES names it, the shop
 * serves only this machine, so that no stranger can claim another's IP.
 */
export function chooseListening(
  env: Pick<Env, "HOST" | "PUBLIC_URL" | "TRUSTED_PROXIES">,
): Listening {
  const { HOST: host, TRUSTED_PROXIES: trustedProxies } = env;
  if (trustedProxies !== undefined) return { host, trustedProxies };
  if (!env.PUBLIC_URL?.startsWith("https:")) return { host };
  if (LOOPBACK_HOSTS.has(host)) return { host, trustedProxies: LOOPBACK_PROXIES };
  return {
    host: "127.0.0.1",
    trustedProxies: LOOPBACK_PROXIES,
    reason:
      "it listens on 127.0.0.1 only, for a proxy on this machine, because PUBLIC_URL is https and TRUSTED_PROXIES is not set (docs/operations/install.md)",
  };
}

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

/** Throws AppError('configuration') naming the variable. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(explain(cause, port, host)));
    server.listen(port, host, resolve);
  });
}

/**
 * The requested port, or a free one for 0, before anything is written. Throws AppError('configuration') when
 * unavailable.
 */
export async function choosePort(requested: number, host: string): Promise<number> {
  const probe = createServer();
  await listen(probe, requested, host);
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : requested;
}

/** Stops accepting; resolves when open requests are done, at most ten seconds later. */
export async function finishRequests(server: HttpServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Idle keep-alive connections would stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
