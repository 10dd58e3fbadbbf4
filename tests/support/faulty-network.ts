import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

type Mode = "passes" | "swallows";

/** A loopback port that can lose bytes or refuse. */
export async function startFaultyNetwork(targetPort: number) {
  let mode: Mode = "passes";
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let accepted = 0;
  const server = createServer((incoming) => {
    accepted += 1;
    clients.add(incoming);
    incoming.on("close", () => clients.delete(incoming));
    const outgoing = connect(targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (bytes) => {
        if (mode === "passes") other.write(bytes);
      });
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Forwards nothing. */
    swallow: () => {
      mode = "swallows";
    },
    /** Ends and refuses connections. */
    async refuse() {
      server.close();
      cut();
      await once(server, "close");
    },
    /** For new connections; swallowed bytes stay lost. */
    recover: () => {
      mode = "passes";
    },
    /** Open connections of clients. */
    countConnections: () => clients.size,
    /** Since the start. */
    countAccepted: () => accepted,
    /** Swallowed bytes stay lost. */
    async heal() {
      cut();
      mode = "passes";
      if (server.listening) return;
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
    },
  };
}
