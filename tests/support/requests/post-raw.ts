import { request } from "node:http";
import type { HostileBody } from "../hostile-forms.ts";

/** Redirects are not followed. */
export type RawResponse = { status: number; text: string };

/** Posts from a loopback address of its own (127.x.y.z), because posts are limited per IP. */
export function postRaw(
  url: string,
  { contentType, body }: HostileBody,
  options: { from: string; accept: string },
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": contentType,
      "content-length": body.byteLength,
      accept: options.accept,
    };
    const sending = request(
      url,
      { method: "POST", headers, localAddress: options.from, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
}
