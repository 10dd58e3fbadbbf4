import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import type { ActionFields } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import type { MeasuredShop } from "./shop.ts";

export type Owner = {
  cookie: string;
  /** Posts a form as a page without JavaScript does. A refusal ends the benchmark. */
  submit(path: string, form: ActionFields): Promise<void>;
};

const byte = () => 1 + Math.floor(Math.random() * 254);

function post(port: number, cookie: string, path: string, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      cookie,
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
    };
    // Writes are limited per IP address.
    const localAddress = `127.${byte()}.${byte()}.${byte()}`;
    const target = { host: "127.0.0.1", port, path, method: "POST", headers, localAddress };
    const sent = request(target, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export async function enterAsOwner({ client, port, authSecret }: MeasuredShop): Promise<Owner> {
  const userId = randomUUID();
  const token = randomUUID();
  await client.query(
    "insert into profiles (id, name, email, email_verified, role) values ($1, 'Rosa', 'rosa@example.com', true, 'admin')",
    [userId],
  );
  await client.query(
    "insert into sessions (id, user_id, token, expires_at) values ($1, $1, $2, now() + interval '1 day')",
    [userId, token],
  );
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  const cookie = `da.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return {
    cookie,
    async submit(path, form) {
      const body = new URLSearchParams(formEntries(form)).toString();
      const { status, text } = await post(port, cookie, path, body);
      if (status !== 303) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    },
  };
}
