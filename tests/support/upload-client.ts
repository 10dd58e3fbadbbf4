import { UPLOAD_CHUNK_BYTES } from "#features/base/media/upload-rules.ts";
import type { ShopHost } from "./shop-host.ts";

const TUS = { "tus-resumable": "1.0.0" };
const CHUNK = { "content-type": "application/offset+octet-stream" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Requests of an upload as the admin's browser sends them. */
export function uploadClient({
  cookie,
  host,
}: {
  cookie: string;
  host: Pick<ShopHost, "request">;
}) {
  const request = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer | string,
  ) => host.request(path, { method, headers: { ...TUS, cookie, ...headers }, body });
  const open = async (file: { name: string; type: string; size: number }) => {
    const opened = await request("POST", "/admin/uploads", {
      "upload-length": String(file.size),
      "upload-metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
    });
    return String(opened.headers.location);
  };
  const chunk = (path: string, offset: number, bytes: Buffer) =>
    request("PATCH", path, { ...CHUNK, "upload-offset": String(offset) }, bytes);
  const finish = (path: string) =>
    request(
      "POST",
      `${path}/finish`,
      { "content-type": "application/x-www-form-urlencoded" },
      "target=library",
    );
  /** Sends a whole file; returns its path. */
  const arrive = async ({ bytes, ...file }: { name: string; type: string; bytes: Buffer }) => {
    const path = await open({ ...file, size: bytes.length });
    for (let offset = 0; offset < bytes.length; offset += UPLOAD_CHUNK_BYTES) {
      await chunk(path, offset, bytes.subarray(offset, offset + UPLOAD_CHUNK_BYTES));
    }
    return path;
  };
  return {
    request,
    open,
    chunk,
    finish,
    /** The head of a chunk's request, for a connection of the test's own. */
    chunkHead: (path: string, offset: number, size: number) =>
      [
        `PATCH ${path} HTTP/1.1`,
        "host: shop.test",
        ...Object.entries({ ...TUS, ...CHUNK, cookie }).map(([name, value]) => `${name}: ${value}`),
        `upload-offset: ${offset}`,
        `content-length: ${size}`,
        "\r\n",
      ].join("\r\n"),
    arrive,
    /** Sends a whole file and adds it to the library. */
    async send(file: { name: string; type: string; bytes: Buffer }) {
      const finished = await finish(await arrive(file));
      return { status: finished.status, ...JSON.parse(finished.body.toString()) };
    },
  };
}
