import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

export type HttpResponse = { status: number; body: string };

type Pending = { resolve(response: HttpResponse): void; reject(error: Error): void };

class Arriving {
  #bytes: Buffer = Buffer.alloc(0);

  /** Null until complete. */
  receive(chunk: Buffer): HttpResponse | null {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end === -1) return null;
    const head = this.#bytes.toString("latin1", 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer without a length: ${head}`);
    if (this.#bytes.length < end + 4 + Number(length)) return null;
    const response = {
      status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
      body: this.#bytes.toString("utf8", end + 4),
    };
    this.#bytes = Buffer.alloc(0);
    return response;
  }
}

/** One request at a time per connection. Node's client costs twice the processor time. */
export class KeepAlivePool {
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Socket[] = [];
  readonly #busy = new Map<Socket, Pending>();
  readonly #waiting: ((socket: Socket) => void)[] = [];
  #opened = 0;

  constructor(port: number, most: number) {
    this.#port = port;
    this.#most = most;
  }

  async send(request: string): Promise<HttpResponse> {
    const socket = await this.#receive();
    return new Promise<HttpResponse>((resolve, reject) => {
      this.#busy.set(socket, { resolve, reject });
      socket.write(request);
    });
  }

  close(): void {
    for (const socket of [...this.#idle, ...this.#busy.keys()]) socket.destroy();
  }

  async #receive(): Promise<Socket> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#opened < this.#most) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #open(): Promise<Socket> {
    this.#opened += 1;
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    const arriving = new Arriving();
    socket.on("data", (chunk) => this.#hear(socket, arriving, chunk));
    socket.on("error", (error) => this.#busy.get(socket)?.reject(error));
    socket.on("close", () => {
      this.#opened -= 1;
      this.#busy.get(socket)?.reject(new Error("The connection was closed"));
      this.#busy.delete(socket);
      const at = this.#idle.indexOf(socket);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return socket;
  }

  #hear(socket: Socket, arriving: Arriving, chunk: Buffer): void {
    const response = arriving.receive(chunk);
    if (!response) return;
    const pending = this.#busy.get(socket);
    this.#busy.delete(socket);
    const next = this.#waiting.shift();
    if (next) next(socket);
    else this.#idle.push(socket);
    pending?.resolve(response);
  }
}
