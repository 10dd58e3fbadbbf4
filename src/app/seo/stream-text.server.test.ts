import { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createLogger } from "#platform/logger.server.ts";
import { streamText } from "./stream-text.server.ts";

const line = `${"x".repeat(999)}\n`;

function send(
  headers: Record<string, string> = {},
  { lines = 50, method = "GET" }: { lines?: number; method?: string } = {},
) {
  const written = { lines: 0, ended: false };
  async function* chunks() {
    try {
      for (; written.lines < lines; written.lines += 1) yield line;
    } finally {
      written.ended = true;
    }
  }
  const response = streamText(new Request("https://shop.example/feed", { headers, method }), {
    contentType: "application/xml",
    version: "7",
    chunks,
    logger: createLogger("silent"),
  });
  return { response, written };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("a text as long as the catalogue", () => {
  it("arrives whole, compressed for whoever takes that", async () => {
    const plain = send();
    expect(plain.response.headers.get("content-encoding")).toBeNull();
    expect((await bytesOf(plain.response)).toString()).toBe(line.repeat(50));
    const small = send({ "accept-encoding": "br, gzip;q=0.8" });
    expect(small.response.headers.get("content-encoding")).toBe("gzip");
    const bytes = await bytesOf(small.response);
    expect(bytes.length).toBeLessThan(2_000);
    expect(gunzipSync(bytes).toString()).toBe(line.repeat(50));
  });

  it.each(["gzip;q=0", "br", "identity", "gzip; q=0.0, br"])(
    "is not compressed for %s",
    (encodings) => {
      const { response } = send({ "accept-encoding": encodings });
      expect(response.headers.get("content-encoding")).toBeNull();
    },
  );

  it("is not written again for a reader who has this version, nor for one who asks for its head alone", async () => {
    const tag = send().response.headers.get("etag") ?? "";
    for (const known of [tag, `"other", ${tag}`, tag.replace("W/", "")]) {
      const { response, written } = send({ "if-none-match": known });
      expect([response.status, await response.text(), written.lines]).toEqual([304, "", 0]);
    }
    expect(send({ "if-none-match": '"6-1"' }).response.status).toBe(200);
    const head = send({}, { method: "HEAD" });
    expect([head.response.status, head.response.body, head.written.lines]).toEqual([200, null, 0]);
  });

  it.each(["identity", "gzip"])(
    "is written no faster than it is read, and no further once the reader left (%s)",
    async (encoding) => {
      const { response, written } = send({ "accept-encoding": encoding }, { lines: 1_000_000 });
      const reader = response.body?.getReader();
      await reader?.read();
      expect(written.lines).toBeLessThan(10_000);
      await reader?.cancel();
      await vi.waitFor(() => expect(written.ended).toBe(true));
      expect(written.lines).toBeLessThan(10_000);
    },
  );

  it("breaks off, and says so in the log, when it cannot be read on", async () => {
    const error = vi.fn();
    async function* chunks(): AsyncGenerator<string> {
      yield line;
      throw new Error("the database left");
    }
    for (const encoding of ["identity", "gzip"]) {
      const request = new Request("https://shop.example/feed", {
        headers: { "accept-encoding": encoding },
      });
      const logger = { ...createLogger("silent"), error } as never;
      const response = streamText(request, {
        contentType: "text/xml",
        version: "7",
        chunks,
        logger,
      });
      await expect(bytesOf(response)).rejects.toThrow();
    }
    expect(error).toHaveBeenCalledTimes(2);
  });
});
