import fc from "fast-check";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import type { Returned } from "#tests/support/delivery-reports.ts";
import { readReceipt, reportWriters, vacationReply } from "#tests/support/delivery-reports.ts";
import { testAuth } from "#tests/support/identity.ts";
import { createMail } from "#tests/support/mails.ts";
import { bounceAddressOf } from "./bounce-token.server.ts";
import { receiveReport } from "./receive-report.server.ts";

const bench = adminSuite();
const BASE = "bounces@shop.example";
const SECRET = "a-secret-between-two-servers";

let logged: { level: number; msg: string }[];
let mailId: string;
beforeEach(async () => {
  logged = [];
  mailId = await createMail(bench.db, { subject: "Your order" });
});

const logger = pino(
  { level: "info" },
  { write: (line: string) => void logged.push(JSON.parse(line)) },
);
const deps = (env = { MAIL_BOUNCE_ADDRESS: BASE, MAIL_BOUNCE_SECRET: SECRET } as object) => ({
  db: bench.db,
  auth: testAuth(bench.db),
  clock: bench.clock,
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
const tokenAddress = (id = mailId) => bounceAddressOf(testAuth(bench.db), BASE, id);
const messageIdOf = (id: string) => `<${id}@shop.example>`;
const returned = (changes: Partial<Returned> = {}): Returned => ({
  ...{ to: tokenAddress(), messageId: messageIdOf(mailId), ...changes },
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
      ...{ status: "bounced", bouncedAt: bench.clock.now(), lastError: reasons[program] },
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
    bench.clock.set("2026-11-21T12:00:00Z");
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

/** A thousand envelopes, one in the other, with a report in the last. */
function nested(depth: number): Buffer {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/report; boundary=b${level}\r\n\r\n--b${level}`,
  );
  return Buffer.from(
    `${open.join("\r\n")}\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed`,
  );
}

describe("hostile bytes", () => {
  test.each([
    ["a thousand parts, one in the other", () => nested(1_000)],
    ["a megabyte of one header", () => Buffer.from(`To: ${"a@b.example,".repeat(83_000)}`)],
    ["a megabyte of headers", () => Buffer.from("To: a@b.example\r\n".repeat(58_000))],
    [
      "a megabyte of boundaries",
      () =>
        Buffer.from(
          `Content-Type: multipart/report; boundary=a\r\n\r\n${"--a\r\n".repeat(190_000)}`,
        ),
    ],
    ["a megabyte of empty lines", () => Buffer.alloc(900_000, "\n")],
    [
      "a megabyte of groups",
      () =>
        Postfix(
          returned({
            diagnostic: `smtp; x\r\n\r\n${"A: b\r\n\r\n".repeat(120_000)}`,
            messageId: null,
            to: BASE,
          }),
        ),
    ],
    [
      "a charset nobody knows",
      () =>
        Buffer.from(
          Postfix(returned({ to: BASE, messageId: null }))
            .toString()
            .replaceAll("us-ascii", "x-nothing"),
        ),
    ],
    ["nothing but zeros", () => Buffer.alloc(100_000)],
  ])("(%s) are read in a moment and change nothing", async (_what, raw) => {
    const before = await only();
    expect(["ignored", "unknown"]).toContain(await receive(raw()));
    expect(await only()).toEqual(before);
  });

  test("cut off anywhere give an answer, and what they say starts no line of its own", async () => {
    const whole = reportWriters.Exchange(
      returned({ diagnostic: "smtp;550 5.1.1 no\u0000\u001b[31m\r\n\tBcc: all@example.com" }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length }),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
          maxLength: 8,
        }),
        async (end, changes) => {
          const raw = Buffer.from(whole);
          for (const [place, byte] of changes) raw[place] = byte;
          const outcomes = ["ignored", "unknown", "known", "bounced", "given up", "delayed"];
          expect(outcomes).toContain(await receive(raw.subarray(0, end)));
          expect((await only()).lastError ?? "").not.toMatch(/\p{Cc}/u);
        },
      ),
      { numRuns: 60 },
    );
  });
});
