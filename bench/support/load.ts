import type { Socket } from "node:net";
import { connect } from "node:net";

/** Responses end at their content-length. */
class ResponseCounter {
  #head = "";
  #left = -1;

  /** True when the response is complete. */
  receive(chunk: Buffer): boolean {
    if (this.#left >= 0) {
      this.#left -= chunk.length;
      return this.#isDone();
    }
    this.#head += chunk.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return false;
    const head = this.#head.slice(0, end).toLowerCase();
    if (!head.startsWith("http/1.1 200")) throw new Error(`Not a page: ${head.slice(0, 200)}`);
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    if (length === undefined) throw new Error("An answer without a length");
    this.#left = end + 4 + Number(length) - this.#head.length;
    this.#head = "";
    return this.#isDone();
  }

  #isDone(): boolean {
    if (this.#left > 0) return false;
    this.#left = -1;
    return true;
  }
}

const byte = () => 1 + Math.floor(Math.random() * 254);

/** Own addresses, against rate limits. */
function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.${byte()}.${byte()}.${byte()}`;
    const target = { port, host: "127.0.0.1", localAddress, noDelay: true };
    const socket = connect(target, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends one request after another until `next` has no more. */
async function requestInTurn(
  port: number,
  cookie: string | undefined,
  next: () => string | null,
): Promise<void> {
  const who = cookie === undefined ? "" : `cookie: ${cookie}\r\n`;
  const socket = await open(port);
  const results = new ResponseCounter();
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      const path = next();
      if (path === null) return resolve();
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\naccept: text/html\r\naccept-encoding: gzip, deflate, br\r\n${who}\r\n`,
      );
    };
    socket.on("data", (chunk) => {
      try {
        if (results.receive(chunk)) send();
      } catch (error) {
        reject(error);
      }
    });
    socket.on("error", reject);
    send();
  });
  socket.destroy();
}

/** Throws unless every response is 200. */
export async function sendRequests(options: {
  port: number;
  count: number;
  connections: number;
  path: (index: number) => string;
  cookie?: string;
}): Promise<void> {
  let index = 0;
  const next = () => (index < options.count ? options.path(index++) : null);
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      requestInTurn(options.port, options.cookie, next),
    ),
  );
}
