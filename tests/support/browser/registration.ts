import { randomInt } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import type { BrowserContext } from "@playwright/test";

export type Customer = { firstName: string; lastName: string; email: string; password: string };

export function newCustomer(): Customer {
  return {
    firstName: "Rosa",
    lastName: "Persaud",
    email: `rosa-${crypto.randomUUID()}@example.org`,
    password: "linen-on-sunday-4",
  };
}

/** Sign-ins are limited per IP. */
export function randomLoopbackIp(): string {
  return `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
}

export type FormResponse = { status: number; headers: IncomingHttpHeaders; text: string };

type Sending = { from?: string; origin?: string; cookie?: string };

/** As a page does, from its own IP address; redirects are not followed. */
export function sendForm(
  url: string,
  fields: Record<string, string>,
  sending: Sending = {},
): Promise<FormResponse> {
  const body = new URLSearchParams(fields).toString();
  const { from = randomLoopbackIp(), origin = new URL(url).origin, cookie } = sending;
  const headers = {
    accept: "text/html",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
    origin,
    ...(cookie ? { cookie } : {}),
  };
  return new Promise((resolve, reject) => {
    const posting = request(
      url,
      { method: "POST", headers, localAddress: from, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const { statusCode = 0, headers: got } = response;
          resolve({ status: statusCode, headers: got, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    posting.on("error", reject);
    posting.end(body);
  });
}

export function cookiesOf(response: FormResponse): string {
  const set = response.headers["set-cookie"] ?? [];
  return set
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ");
}

export async function registerCustomer(shop: string, customer = newCustomer()): Promise<Customer> {
  const response = await sendForm(`${shop}/auth?tab=create-account`, { ...customer });
  if (response.status !== 302) throw new Error(`No account was made: ${response.status}`);
  return customer;
}

/** By default new. */
export async function signInCustomer(
  context: BrowserContext,
  shop: string,
  known?: Customer,
): Promise<Customer> {
  const customer = known ?? (await registerCustomer(shop));
  const { email, password } = customer;
  const response = await sendForm(`${shop}/auth`, { email, password });
  if (response.status !== 302) throw new Error(`Nobody was signed in: ${response.status}`);
  const pairs = cookiesOf(response).split("; ");
  await context.addCookies(
    pairs
      .filter((pair) => !pair.startsWith("da_flash="))
      .map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return { name, value: value.join("="), url: shop };
      }),
  );
  return customer;
}
