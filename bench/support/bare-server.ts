import { createServer } from "node:http";

/** The same bytes from memory; the parent sends them first. */
process.once("message", (message: { body: string }) => {
  const body = Buffer.from(message.body, "base64");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "br",
    "content-length": body.length,
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
  });
});
