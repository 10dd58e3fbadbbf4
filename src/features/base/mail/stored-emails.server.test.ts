import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createMail } from "#tests/support/mails.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { deliverEmail } from "./deliver-email.server.ts";
import { resendEmail } from "./outbox-changes.server.ts";
import { findBounce, listOutbox } from "./outbox-queries.server.ts";
import { findStoredEmails, sendStoredEmails } from "./stored-emails.server.ts";

const bench = adminSuite();
const clock = fixedClock("2026-11-20T12:00:00Z");
let requested: unknown[] = [];
const jobs = { send: async (_name: string, payload: unknown) => void requested.push(payload) };

const mailerTo = (server: string | null): Mailer => ({
  send: async () => undefined,
  findFailure: async () => null,
  server,
  close: () => undefined,
});

const deliver = (mailId: string, server: string | null) =>
  deliverEmail(
    { db: bench.db, mailer: mailerTo(server), clock, emails: emailRegistry, processId: newId() },
    { mailId },
  );

const send = (hasServer = true) => {
  requested = [];
  const deps = { db: bench.db, jobs, emails: emailRegistry, hasServer };
  return sendStoredEmails(deps, { actor: bench.actor });
};

async function states() {
  const filter = { status: null, search: "", page: 1 };
  const found = await listOutbox(bench.db, { actor: bench.actor, filter });
  if (!found.ok) throw new Error(found.error);
  return Object.fromEntries(found.value.rows.map((row) => [row.subject, row.status]));
}

const rows = () => bench.db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));

test("an email is called stored as long as no server took it, whatever server is set later", async () => {
  const stored = await createMail(bench.db, { subject: "Stored", status: "queued" });
  const sent = await createMail(bench.db, { subject: "Sent", status: "queued" });
  await deliver(stored, null);
  await deliver(sent, "mail.example:587");
  expect(await states()).toEqual({ Stored: "stored", Sent: "sent" });
  expect(await send()).toEqual({ ok: true, value: 1 });
  expect(requested).toEqual([{ mailId: stored }]);
  expect(await states()).toEqual({ Stored: "queued", Sent: "sent" });
  await deliver(stored, "mail.example:587");
  expect(await states()).toEqual({ Stored: "sent", Sent: "sent" });
});

test("six presses at once send a stored email once, and the log says who sent how many", async () => {
  await createMail(bench.db, { subject: "One", status: "stored" });
  await createMail(bench.db, { subject: "Two", status: "stored" });
  requested = [];
  const deps = { db: bench.db, jobs, emails: emailRegistry, hasServer: true };
  const presses = Array.from({ length: 6 }, () => sendStoredEmails(deps, { actor: bench.actor }));
  const sent = (await Promise.all(presses)).map((each) => (each.ok ? each.value : each.error));
  expect(sent.sort()).toEqual([0, 0, 0, 0, 0, 2]);
  expect(requested).toHaveLength(2);
  expect(await bench.db.select().from(auditLog)).toMatchObject([
    { action: "sent", subject: "mail", actorName: "Rosa" },
  ]);
});

test("without a mail server nothing leaves the state that it is in", async () => {
  await createMail(bench.db, { subject: "Stored", status: "stored" });
  expect(await send(false)).toEqual({ ok: false, error: "no_server" });
  expect(await states()).toEqual({ Stored: "stored" });
});

test("what is gone, undone, a sample, out already or a second copy is not sent", async () => {
  const stored = { status: "stored" } as const;
  const removed = await createMail(bench.db, { subject: "Removed", ...stored });
  await bench.db
    .update(mailOutbox)
    .set({ htmlBody: "", textBody: "" })
    .where(eq(mailOutbox.id, removed));
  await createMail(bench.db, {
    subject: "Undone",
    key: `shipped:1:taken-back:${newId()}`,
    ...stored,
  });
  await createMail(bench.db, { subject: "Sample", key: `sample:${newId()}`, ...stored });
  await createMail(bench.db, { subject: "Out", key: "order:1", ...stored });
  await createMail(bench.db, { subject: "Its copy", key: "order:1:again:1", status: "sent" });
  await createMail(bench.db, { subject: "Twice", key: "order:2", ...stored });
  await createMail(bench.db, { subject: "Its second", key: "order:2:again:1", ...stored });
  const found = await findStoredEmails(bench.db, { actor: bench.actor, emails: emailRegistry });
  expect(found).toMatchObject({ ok: true, value: { count: 1 } });
  expect(await send()).toEqual({ ok: true, value: 1 });
  const waiting = (await rows()).filter(({ status }) => status === "queued");
  expect(waiting.map(({ subject }) => subject)).toEqual(["Twice"]);
});

test("a reader who unsubscribed since gets no stored email of that kind, and every other one", async () => {
  await createCustomer(bench.db, { email: "Rosa@example.com" });
  await bench.db
    .update(profiles)
    .set({ orderUpdates: false })
    .where(eq(sql`lower(${profiles.email})`, "rosa@example.com"));
  await createMail(bench.db, {
    subject: "How does it fit?",
    kind: "fit-question",
    status: "stored",
  });
  await createMail(bench.db, { subject: "Order Confirmed!", status: "stored" });
  expect(await send()).toEqual({ ok: true, value: 1 });
  expect(await states()).toEqual({ "How does it fit?": "stored", "Order Confirmed!": "queued" });
});

test("sent again, a stored email goes as itself, so that the others do not take it along once more", async () => {
  const mailId = await createMail(bench.db, { subject: "Stored", status: "stored" });
  const deps = { db: bench.db, jobs, emails: emailRegistry };
  const press = { actor: bench.actor, mailId, to: null, key: newId() };
  expect(await resendEmail(deps, press)).toMatchObject({ ok: true, value: { id: mailId } });
  expect(await rows()).toHaveLength(1);
  expect(await send()).toEqual({ ok: true, value: 0 });
});

test("a stored email is no proof that an address works again", async () => {
  const bounced = await createMail(bench.db, { subject: "Bounced", status: "bounced" });
  const at = new Date("2026-11-20T12:00:00Z");
  await bench.db.update(mailOutbox).set({ bouncedAt: at }).where(eq(mailOutbox.id, bounced));
  await createMail(bench.db, { subject: "Stored", status: "stored" });
  const found = await findBounce(bench.db, {
    actor: bench.actor,
    recipient: "rosa@example.com",
  });
  expect(found).toMatchObject({ ok: true, value: { mailId: bounced } });
});
