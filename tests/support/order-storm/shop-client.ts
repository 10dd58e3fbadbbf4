import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:http";

/** Behind https the shop trusts the proxy's client IP. */
export const PUBLIC_URL = "https://shop.example";

/** Then lost. */
const PATIENCE_MS = 20_000;

export type ShopResponse = { status: number; headers: IncomingHttpHeaders; text: string };

export type ShopQuestion = {
  method?: "GET" | "POST";
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** The visitor's IP address. */
  visitor: number;
};

const addressOf = (visitor: number) =>
  ["10", visitor >> 16, (visitor >> 8) & 255, visitor & 255].map(String).join(".");

/** As the proxy; rejects when the shop is down. */
export function createShopClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    ask: ({ method = "GET", path, body = "", headers = {}, visitor }: ShopQuestion) =>
      new Promise<ShopResponse>((resolve, reject) => {
        const sent = {
          host: new URL(PUBLIC_URL).host,
          "x-forwarded-for": addressOf(visitor),
          "content-length": Buffer.byteLength(body),
          ...headers,
        };
        const where = { host: "127.0.0.1", port, path, method, agent, headers: sent };
        const asking = request({ ...where, timeout: PATIENCE_MS }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => {
            text += part;
          });
          response.on("error", reject);
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        asking.on("timeout", () => asking.destroy(new Error("The shop does not answer")));
        asking.on("error", reject);
        asking.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type ShopClient = ReturnType<typeof createShopClient>;
