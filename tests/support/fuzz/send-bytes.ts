import { connect } from "node:net";
import type { FuzzRequest } from "./fuzz-request.ts";

/** Ends a request that hangs; a first feed generates images. */
const RESPONSE_LIMIT_MS = 300_000;

const byte = (number: number, shift: number) => 1 + ((number >> shift) % 254);

/** The status; 0 for no response. */
export function sendBytes(
  port: number,
  { index, head, body, isCutShort }: FuzzRequest,
): Promise<number> {
  return new Promise((resolve) => {
    // Requests are limited per IP.
    const localAddress = `127.${byte(index, 16)}.${byte(index, 8)}.${byte(index, 0)}`;
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    let response = "";
    const finish = () => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0));
    };
    socket.setTimeout(RESPONSE_LIMIT_MS, finish);
    socket.on("data", (chunk) => {
      if (response.length < 16) response += chunk.toString("latin1");
    });
    socket.on("error", finish);
    socket.on("close", finish);
    socket.write(Buffer.concat([Buffer.from(head, "latin1"), body]), () => {
      // The sender ends an endless body.
      if (isCutShort) socket.end();
    });
  });
}
