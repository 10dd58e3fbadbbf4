import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import type { HandoverJournal } from "#platform/handover-journal.server.ts";
import { openHandoverJournal } from "#platform/handover-journal.server.ts";
import { JOB_EXPIRY_S } from "#platform/job-queue.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { createMailer, SMTP_TIMEOUTS } from "#platform/mailer.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createMail } from "#tests/support/mails.ts";
import type { ScriptedSmtp } from "#tests/support/scripted-smtp.ts";
import { startScriptedSmtp } from "#tests/support/scripted-smtp.ts";
import { deliverEmail } from "./deliver-email.server.ts";

import { deliveryDoubt } from "./outbox.ts";

const clock = fixedClock("2026-11-20T12:00:00Z");

let database: TestDatabase;
let smtp: ScriptedSmtp;
let mailers: Mailer[];
let mailId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  smtp = await startScriptedSmtp();
  mailers = [];
  mailId = await createMail(database.db, { subject: "Your order", status: "queued" });
});

afterEach(async () => {
  for (const mailer of mailers) mailer.close();
  await smtp[Symbol.asyncDispose]();
  await database.close();
});

/** Its mailer has its own memory. */
function startProcess(
  name: string,
  lease?: { seconds: number; renewMs: number },
  handovers?: HandoverJournal,
) {
  const from = "Demerara Atelier <atelier@demerara.example>";
  const mailer = createMailer({ smtpUrl: smtp.url, from, directory: "" });
  mailers.push(mailer);
  const deps = {
    db: database.db,
    mailer,
    clock,
    emails: emailRegistry,
    processId: name,
    lease,
    handovers,
  };
  return { deliver: () => deliverEmail(deps, { mailId }) };
}

const row = async () => {
  const [mail] = await database.db.select().from(mailOutbox);
  if (!mail) throw new Error("no mail");
  return mail;
};
const endLease = () =>
  database.db.execute(sql`update mail_outbox set send_lease_until = now() - interval '1 second'`);
async function isLeased(): Promise<boolean> {
  const { rows } = await database.db.execute<{ leased: boolean }>(
    sql`select send_lease_until > now() as leased from mail_outbox`,
  );
  return rows[0]?.leased === true;
}
const messageIds = () => smtp.received.map(({ messageId }) => messageId);

/** Accepts only after the returned function is called. */
function holdContent(): () => void {
  const { promise, resolve } = Promise.withResolvers<"accept">();
  smtp.script.content = () => promise;
  return () => resolve("accept");
}

describe("an email that the mail server takes long to confirm", () => {
  test("is not sent by another process meanwhile", async () => {
    const confirm = holdContent();
    const first = startProcess("one").deliver();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    await expect(startProcess("two").deliver()).rejects.toMatchObject({ code: "mail" });
    confirm();
    expect(await first).toBe("sent");
    expect(smtp.received).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "sent", attempts: 1, unconfirmedSends: 0 });
  });

  test("stays with its process, which renews its lease", async () => {
    const confirm = holdContent();
    const lease = { seconds: 60, renewMs: 20 };
    const first = startProcess("one", lease).deliver();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    // As if its time had passed.
    await endLease();
    await vi.waitFor(async () => expect(await isLeased()).toBe(true));
    await expect(startProcess("two", lease).deliver()).rejects.toMatchObject({ code: "mail" });
    confirm();
    expect(await first).toBe("sent");
    expect(smtp.received).toHaveLength(1);
    expect(await row()).toMatchObject({ sendLeaseUntil: null, sendingProcess: null });
  });

  test("is taken over after a crash with the same Message-ID, and may have arrived twice", async () => {
    holdContent();
    const crashed = startProcess("one")
      .deliver()
      .catch(() => "crashed");
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    await endLease();
    expect(deliveryDoubt(await row())).toBe("may have arrived");
    smtp.script.content = () => "accept";
    expect(await startProcess("two").deliver()).toBe("sent");
    const [id = "none"] = messageIds();
    expect(messageIds()).toEqual([id, id]);
    expect(deliveryDoubt(await row())).toBe("may have arrived twice");
    mailers[0]?.close();
    smtp.script = {};
    await smtp[Symbol.asyncDispose]();
    await crashed;
    expect((await row()).status).toBe("sent");
  });
});

describe("a lost connection", () => {
  test("after the content leaves the email in doubt; its retry has the same Message-ID", async () => {
    smtp.script.content = () => "drop";
    const { deliver } = startProcess("one");
    await expect(deliver()).rejects.toMatchObject({ code: "mail" });
    expect(await row()).toMatchObject({ status: "queued", unconfirmedSends: 1 });
    expect(deliveryDoubt(await row())).toBe("may have arrived");
    smtp.script.content = () => "accept";
    expect(await deliver()).toBe("sent");
    expect(new Set(messageIds()).size).toBe(1);
    expect(smtp.received).toHaveLength(2);
    expect(deliveryDoubt(await row())).toBe("may have arrived twice");
  });

  test("before the content leaves no doubt", async () => {
    smtp.script.recipient = () => "drop";
    const { deliver } = startProcess("one");
    await expect(deliver()).rejects.toMatchObject({ code: "mail" });
    expect(await row()).toMatchObject({ status: "queued", unconfirmedSends: 0 });
    smtp.script = {};
    expect(await deliver()).toBe("sent");
    expect(smtp.received).toHaveLength(1);
    expect(deliveryDoubt(await row())).toBeNull();
  });
});

test("a refusal of the content is certain: the email has not arrived", async () => {
  smtp.script.content = () => [451, "4.3.0 try again later"];
  const { deliver } = startProcess("one");
  await expect(deliver()).rejects.toMatchObject({ code: "mail" });
  expect(await row()).toMatchObject({ status: "queued", unconfirmedSends: 0 });
});

test("an email that was withdrawn while it was being sent is not completed", async () => {
  smtp.script.recipient = async () => {
    await database.db.delete(mailOutbox);
    return "accept" as const;
  };
  await expect(startProcess("one").deliver()).rejects.toMatchObject({ code: "mail" });
  expect(smtp.received).toEqual([]);
});

test("the time limits are those of SMTP, and the queue repeats no job before they end", () => {
  const MINUTE_MS = 60_000;
  expect(SMTP_TIMEOUTS.socketTimeout).toBeGreaterThan(10 * MINUTE_MS);
  const longest = SMTP_TIMEOUTS.beforeHandover + SMTP_TIMEOUTS.socketTimeout;
  expect(JOB_EXPIRY_S["send-mail"] * 1_000).toBeGreaterThan(longest + MINUTE_MS);
});

describe("an email whose process was killed", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "atelier-handovers-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const journal = (name: string, boot = "this start") => openHandoverJournal(folder, name, boot);

  /** As a process that was killed leaves it. */
  async function leave(process: string, kind = "order-confirmation") {
    await database.db.update(mailOutbox).set({
      kind,
      attempts: 1,
      unconfirmedSends: 1,
      sendingProcess: process,
      sendLeaseUntil: sql`now() - interval '1 second'`,
    });
  }

  test("before its content was complete is sent by another one, once", async () => {
    await leave("killed");
    journal("killed").recordEnd("another email");
    expect(await startProcess("two", undefined, journal("two")).deliver()).toBe("sent");
    expect(smtp.received).toHaveLength(1);
  });

  test("after its content was complete is not sent again; the owner is asked to check", async () => {
    await leave("killed");
    journal("killed").recordEnd(mailId);
    expect(await startProcess("two", undefined, journal("two")).deliver()).toBe("in doubt");
    expect(smtp.received).toEqual([]);
    const mail = await row();
    expect(mail).toMatchObject({ status: "failed", sendingProcess: null, unconfirmedSends: 1 });
    expect(mail.lastError).toContain("send it again if it has not arrived");
    expect(mail.htmlBody).not.toBe("");
    expect(deliveryDoubt(mail)).toBe("may have arrived");
  });

  test("after its content was complete loses its one-time link", async () => {
    await leave("killed", "account-reset-password");
    journal("killed").recordEnd(mailId);
    await startProcess("two", undefined, journal("two")).deliver();
    expect(await row()).toMatchObject({ textBody: "", htmlBody: "" });
  });

  test("after the server's confirmation is sent, without a doubt", async () => {
    await leave("killed");
    journal("killed").recordEnd(mailId);
    journal("killed").recordReply(mailId, "accepted");
    expect(await startProcess("two", undefined, journal("two")).deliver()).toBe("sent");
    expect(smtp.received).toEqual([]);
    expect(await row()).toMatchObject({ status: "sent", lastError: null, unconfirmedSends: 0 });
  });

  test("in an attempt after one that the server refused is sent", async () => {
    await leave("killed");
    journal("killed").recordEnd(mailId);
    journal("killed").recordReply(mailId, "none");
    expect(await startProcess("two", undefined, journal("two")).deliver()).toBe("sent");
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ["another machine", () => undefined],
    [
      "the time before the machine was started anew",
      () => journal("killed", "an earlier start").recordEnd(mailId),
    ],
  ])("on %s is sent again and may have arrived twice", async (_of, record) => {
    await leave("killed");
    record();
    expect(await startProcess("two", undefined, journal("two")).deliver()).toBe("sent");
    expect(deliveryDoubt(await row())).toBe("may have arrived twice");
  });

  test("is not taken over while its lease runs, whatever its journal says", async () => {
    await leave("killed");
    await database.db.execute(
      sql`update mail_outbox set send_lease_until = now() + interval '1 minute'`,
    );
    journal("killed").recordEnd(mailId);
    const { deliver } = startProcess("two", undefined, journal("two"));
    await expect(deliver()).rejects.toMatchObject({ code: "mail" });
    expect((await row()).status).toBe("queued");
  });
});

test("a process that stood still for longer than its lease records the confirmation after all", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atelier-handovers-"));
  const confirm = holdContent();
  const first = startProcess(
    "one",
    undefined,
    openHandoverJournal(folder, "one", "boot"),
  ).deliver();
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
  await endLease();
  const second = startProcess("two", undefined, openHandoverJournal(folder, "two", "boot"));
  expect(await second.deliver()).toBe("in doubt");
  confirm();
  expect(await first).toBe("sent");
  expect(smtp.received).toHaveLength(1);
  expect(await row()).toMatchObject({ status: "sent", lastError: null, unconfirmedSends: 0 });
  await rm(folder, { recursive: true });
});
