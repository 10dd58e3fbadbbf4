import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { Returned } from "#tests/support/delivery-reports.ts";
import { readReceipt, reportWriters, vacationReply } from "#tests/support/delivery-reports.ts";
import { testAuth } from "#tests/support/identity.ts";
import { createMail } from "#tests/support/mails.ts";
import { bounceEmailFor, receiveReport } from "./delivery-reports.server.ts";

let bench: TestDatabase;
const clock = fixedClock("2026-11-20T12:00:00Z");
const BASE = "bounces@shop.example";
const SECRET = "a-secret-between-two-servers";

let logged: { level: number; msg: string }[];
let mailId: string;
beforeAll(async () => {
  bench = await createTestDatabase();
});
afterAll(() => bench.close());
beforeEach(async () => {
  clock.set("2026-11-20T12:00:00Z");
  await bench.db.delete(mailOutbox);
  logged = [];
  mailId = await createMail(bench.db, { subject: "Your order" });
  await bench.db.update(mailOutbox).set({ recipient: "Asha@example.com" });
});

const logger = pino(
  { level: "info" },
  { write: (line: string) => void logged.push(JSON.parse(line)) },
);
const deps = (env = { MAIL_BOUNCE_ADDRESS: BASE, MAIL_BOUNCE_SECRET: SECRET } as object) => ({
  db: bench.db,
  auth: testAuth(bench.db),
  clock,
  logger,
  env: env as { MAIL_BOUNCE_ADDRESS: string | undefined; MAIL_BOUNCE_SECRET: string | undefined },
});
const receive = async (raw: Uint8Array) => {
  const received = await receiveReport(deps(), { secret: SECRET, raw });
  return received.ok ? received.value : received.error;
};
const only = async () => {
  const [mail] = await bench.db.select().from(mailOutbox);
  if (!mail) throw new Error("no mail");
  return mail;
};
const tokenAddress = (id = mailId) => bounceEmailFor(testAuth(bench.db), BASE, id);
const messageIdOf = (id: string) => `<${id}@shop.example>`;
const returned = (changes: Partial<Returned> = {}): Returned => ({
  to: tokenAddress(),
  messageId: messageIdOf(mailId),
  ...changes,
});
const { Postfix } = reportWriters;

describe.each(Object.entries(reportWriters))("a report as %s writes it", (program, write) => {
  const reasons: Record<string, string> = {
    Postfix:
      "There is no such mailbox (550 5.1.1 <asha@example.com>: Recipient address rejected: User unknown in virtual mailbox table)",
    Exim: "The mailbox is closed (550 5.2.1 The mailbox is disabled)",
    Exchange:
      "There is no such mailbox (550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup)",
    Gmail:
      "There is no such mailbox (550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address for typos. Thank you)",
  };

  test("marks its mail as come back, with the reason in words, by the address it came to", async () => {
    expect(await receive(write(returned({ messageId: null })))).toBe("bounced");
    expect(await only()).toMatchObject({
      status: "bounced",
      bouncedAt: clock.now(),
      lastError: reasons[program],
    });
  });

  test("marks its mail by the Message-ID of the mail it returns, where it came to the sender", async () => {
    expect(await receive(write(returned({ to: "atelier@shop.example" })))).toBe("bounced");
    expect((await only()).status).toBe("bounced");
  });

  test("of a delay is noted on a mail that stays sent", async () => {
    const delay = { action: "delayed", status: "4.4.1", diagnostic: "smtp; 451 greylisted" };
    expect(await receive(write(returned(delay)))).toBe("delayed");
    const lastError = "Its host could not take it yet and is still being tried (451 greylisted)";
    expect(await only()).toMatchObject({ status: "sent", bouncedAt: null, lastError });
    expect(await receive(write(returned(delay)))).toBe("known");
  });

  test("changes nothing where the shop knows no such mail", async () => {
    const before = await only();
    const strange = newId();
    const forged = [
      returned({ to: tokenAddress(strange), messageId: messageIdOf(strange) }),
      returned({ to: `bounces+${"0".repeat(48)}@shop.example`, messageId: null }),
      returned({ to: BASE, messageId: "<nobody@elsewhere.example>" }),
      returned({ to: BASE, messageId: null }),
    ];
    for (const each of forged) expect(await receive(write(each))).toBe("unknown");
    expect(await only()).toEqual(before);
    expect(logged.map(({ msg }) => msg)).toEqual(
      forged.map(() => "mail: a report about no mail of the shop"),
    );
  });
});

describe("a report", () => {
  test("that comes again changes nothing, not even the day", async () => {
    await receive(Postfix(returned()));
    const first = await only();
    clock.set("2026-11-21T12:00:00Z");
    const again = returned({ status: "5.2.2", diagnostic: "smtp; 552 5.2.2 full" });
    expect(await receive(Postfix(again))).toBe("known");
    expect(await receive(Postfix(returned({ action: "delayed", status: "4.0.0" })))).toBe("known");
    expect(await only()).toEqual(first);
  });

  test("of days without an answer gives the mail up and marks no address; a refusal afterwards does", async () => {
    const given = returned({ status: "4.4.1", diagnostic: "smtp; connection timed out" });
    expect(await receive(Postfix(given))).toBe("given up");
    expect(await only()).toMatchObject({ status: "failed", bouncedAt: null });
    expect(await receive(Postfix(returned()))).toBe("bounced");
  });

  test("marks a mail noted as late before, and none that was never handed over", async () => {
    await receive(Postfix(returned({ action: "delayed", status: "4.0.0" })));
    expect(await receive(Postfix(returned()))).toBe("bounced");
    await bench.db.delete(mailOutbox);
    mailId = await createMail(bench.db, { subject: "Waiting", status: "queued" });
    expect(await receive(Postfix(returned()))).toBe("known");
    expect((await only()).status).toBe("queued");
  });

  test("of an address the mail had been sent on to says so", async () => {
    await receive(Postfix(returned({ recipient: "elsewhere@example.net", diagnostic: "" })));
    expect((await only()).lastError).toBe(
      "There is no such mailbox (5.1.1); it had been sent on to elsewhere@example.net",
    );
  });

  test("asks for no mail, whatever it says: nothing goes out because of one", async () => {
    for (const action of ["delayed", "failed"]) await receive(Postfix(returned({ action })));
    expect(await bench.db.$count(mailOutbox)).toBe(1);
  });

  test.each([
    ["a vacation", () => vacationReply(returned())],
    ["a receipt of reading", () => readReceipt(returned())],
    ["a success", () => Postfix(returned({ action: "delivered", status: "2.0.0" }))],
    ["a report that somebody sent on", () => forwarded(Postfix(returned()))],
    ["nothing", () => Buffer.alloc(0)],
  ])("that is none (%s) changes nothing", async (_what, raw) => {
    const before = await only();
    expect(await receive(raw())).toBe("ignored");
    expect(await only()).toEqual(before);
  });

  test("is taken from nobody without the secret, and not at all where none is set", async () => {
    const raw = Postfix(returned());
    for (const secret of [null, "", "a-secret-between-two-serverS", `${SECRET} `]) {
      const refused = await receiveReport(deps(), { secret, raw });
      expect(refused).toEqual({ ok: false, error: "forbidden" });
    }
    const closed = await receiveReport(deps({}), { secret: SECRET, raw });
    expect(closed).toEqual({ ok: false, error: "not_configured" });
    expect((await only()).status).toBe("sent");
  });
});

const forwarded = (report: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `From: asha@example.com\r\nTo: ${tokenAddress()}\r\nContent-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\nContent-Type: message/rfc822\r\n\r\n`,
    ),
    report,
    Buffer.from("\r\n--f--"),
  ]);
