import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { postfixReport } from "#tests/support/delivery-reports.ts";
import { testAuth, testEnv } from "#tests/support/identity.ts";
import { createMail } from "#tests/support/mails.ts";
import { routeBuild } from "#tests/support/route-build.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

const SECRET = "a-secret-between-two-servers";
let database: TestDatabase;
let host: ShopHost;
let env: AppDeps["env"];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const module = await import("./mail-reports.ts");
  const route = { id: "reports", path: "mail/reports", module };
  const handle = createRequestHandler(routeBuild({ reports: route }), "production");
  const clock = fixedClock("2026-11-20T12:00:00Z");
  const fixed: Partial<AppDeps> = { db, auth: testAuth(db), clock, logger: createLogger("silent") };
  host = await startShopHost({
    render(request) {
      const context = new RouterContextProvider();
      context.set(depsContext, { ...fixed, env } as AppDeps);
      return handle(request, context);
    },
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database.close();
});

const sent = (secret: string, type = "message/rfc822") => ({
  "content-type": type,
  authorization: `Bearer ${secret}`,
});
const post = (body: string | Buffer, headers: Record<string, string> = sent(SECRET)) =>
  host.request("/mail/reports", { method: "POST", body, headers });

test("a mail that comes back is taken in as a mail server sends it: raw, with the secret", async () => {
  env = testEnv({ MAIL_BOUNCE_SECRET: SECRET });
  const mailId = await createMail(database.db, { subject: "Your order" });
  const messageId = `<${mailId}@shop.example>`;
  const report = postfixReport({ to: "atelier@shop.example", messageId });
  expect((await post(report, sent("guessed"))).status).toBe(401);
  expect((await post(report, { "content-type": "message/rfc822" })).status).toBe(401);
  const [before] = await database.db.select().from(mailOutbox);
  expect(before?.status).toBe("sent");
  const received = await post(report, sent(SECRET, "message/rfc822; charset=utf-8"));
  expect([received.status, JSON.parse(received.body.toString())]).toEqual([
    200,
    { received: true, outcome: "bounced" },
  ]);
  expect(received.headers["cache-control"]).toContain("no-store");
  expect(JSON.parse((await post(report)).body.toString())).toMatchObject({ outcome: "known" });
});

test("anything is taken without an error once the secret is right, but for what is too large or no mail", async () => {
  env = testEnv({ MAIL_BOUNCE_SECRET: SECRET });
  for (const body of ["", "x", Buffer.alloc(900_000), "Content-Type: multipart/report\r\n\r\n"]) {
    const received = await post(body);
    expect([received.status, JSON.parse(received.body.toString())]).toEqual([
      200,
      { received: true, outcome: "ignored" },
    ]);
  }
  expect((await post(Buffer.alloc(1_000_001))).status).toBe(413);
  expect((await post("{}", sent(SECRET, "application/json"))).status).toBe(415);
  expect((await host.request("/mail/reports")).status).toBe(405);
});

test("no other address takes a raw mail, and this one is absent where no secret is set", async () => {
  env = testEnv();
  expect((await post("x")).status).toBe(404);
  const elsewhere = { method: "POST", body: "x", headers: sent(SECRET) };
  expect((await host.request("/contact", elsewhere)).status).toBe(415);
});
