import type { Agent } from "node:http";
import { request } from "node:http";
import { PUBLIC_URL } from "../place-orders/checkout-load.ts";
import type { AttackRequest } from "./attacks.ts";

export type Sender = { port: number; clientIp: string; agent: Agent };

/** Longer than a visitor waits. */
const PATIENCE_MS = 30_000;

/**
 * Sends a request as the proxy of an https shop passes it on, and returns the status of the response once it is complete; 0 without a
 * response. A server may answer a long body before it has all of it.
 */
export function send(
  { agent, clientIp, port }: Sender,
  { body = "", headers = {}, method, path }: AttackRequest,
): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: {
          accept: "text/html",
          host: new URL(PUBLIC_URL).host,
          origin: PUBLIC_URL,
          "x-forwarded-for": clientIp,
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
        timeout: PATIENCE_MS,
      },
      (response) => {
        status = response.statusCode ?? 0;
        response.resume();
        response.once("close", () => resolve(status));
      },
    );
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(status));
    sent.end(body);
  });
}
