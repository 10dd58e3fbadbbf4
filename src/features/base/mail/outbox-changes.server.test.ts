import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { createMail } from "#tests/support/mails.ts";
import { resendEmail } from "./outbox-changes.server.ts";
import { findBounce, findOutboxEmail } from "./outbox-queries.server.ts";

const bench = adminSuite();
const requested: unknown[] = [];
const jobs = { send: async (_name: string, payload: unknown) => void requested.push(payload) };

const resend = (mailId: string, to: string | null = null, key = newId()) =>
  resendEmail(
    { db: bench.db, jobs, emails: emailRegistry },
    { actor: bench.actor, mailId, to, key },
  );
const mails = () => bench.db.select().from(mailOutbox).orderBy(mailOutbox.id);
const bounce = async (address: string) => {
  const found = await findBounce(bench.db, { actor: bench.actor, recipient: address });
  return found.ok && found.value?.reason;
};

test("a mail goes again as one of its own, once a press, and the log says who sent it", async () => {
  const mailId = await createMail(bench.db, { subject: "Your order", status: "bounced" });
  requested.length = 0;
  const key = newId();
  const done = await resend(mailId, null, key);
  expect(done).toMatchObject({ ok: true, value: { recipient: "rosa@example.com" } });
  await resend(mailId, null, key);
  const [first, again, ...others] = await mails();
  expect(others).toEqual([]);
  expect(first?.status).toBe("bounced");
  expect(again).toMatchObject({
    status: "queued",
    recipient: "rosa@example.com",
    textBody: "text of Your order",
    dedupeKey: `Your order:again:${key}`,
  });
  expect(requested).toEqual([{ mailId: again?.id }]);
  expect(await bench.db.select().from(auditLog)).toMatchObject([
    { action: "sent again", subject: "mail", subjectId: mailId, actorName: "Rosa" },
  ]);
});

test("to another address it goes without the link that ends its first reader's mails", async () => {
  const mailId = await createMail(bench.db, { subject: "On its way", status: "failed" });
  await bench.db
    .update(mailOutbox)
    .set({ unsubscribeUrl: "https://shop.example/unsubscribe?token=1" });
  await resend(mailId, " asha@example.com ");
  expect((await mails())[1]).toMatchObject({ recipient: "asha@example.com", unsubscribeUrl: null });
  for (const to of [
    "nobody",
    "a@example.com, b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "",
  ]) {
    expect(await resend(mailId, to)).toEqual({ ok: false, error: "address" });
  }
  expect(await mails()).toHaveLength(2);
});

test("what opens an account goes to its own reader and to nobody else", async () => {
  const mailId = await createMail(bench.db, { subject: "New password" });
  await bench.db.update(mailOutbox).set({ kind: "account-reset-password" });
  expect(await resend(mailId, "thief@example.com")).toEqual({ ok: false, error: "private" });
  expect(await resend(mailId, "ROSA@example.com")).toMatchObject({ ok: true });
});

test("an email whose content is removed is not sent again, and the outbox says that it is removed", async () => {
  const mailId = await createMail(bench.db, { subject: "New password" });
  const read = async () => {
    const found = await findOutboxEmail(bench.db, { actor: bench.actor, mailId });
    return found.ok ? found.value : null;
  };
  expect(await read()).toMatchObject({ isRemoved: false });
  await bench.db.update(mailOutbox).set({ textBody: "", htmlBody: "" });
  expect(await resend(mailId)).toEqual({ ok: false, error: "removed" });
  expect(await read()).toMatchObject({ isRemoved: true, subject: "New password" });
  expect(await mails()).toHaveLength(1);
});

test("a mail that still waits, or is none, is not sent again", async () => {
  const mailId = await createMail(bench.db, { subject: "Waiting", status: "queued" });
  expect(await resend(mailId)).toEqual({ ok: false, error: "waiting" });
  expect(await resend(newId())).toEqual({ ok: false, error: "not_found" });
  expect(await resend("nonsense")).toEqual({ ok: false, error: "not_found" });
});

test("an address is marked while its mails come back, until one goes through", async () => {
  const mailId = await createMail(bench.db, { subject: "Your order", status: "bounced" });
  const at = bench.clock.now();
  await bench.db.update(mailOutbox).set({ lastError: "550 no such user", bouncedAt: at });
  expect(await bounce("Rosa@Example.com")).toBe("550 no such user");
  expect(await bounce("asha@example.com")).toBeUndefined();
  await resend(mailId);
  const [, again] = await mails();
  await bench.db
    .update(mailOutbox)
    .set({ status: "sent", sentAt: new Date(at.getTime() + 1_000) })
    .where(eq(mailOutbox.id, again?.id ?? ""));
  expect(await bounce("rosa@example.com")).toBeUndefined();
});

test("nobody but an admin sends mails again or sees what came back", async () => {
  const mailId = await createMail(bench.db, { subject: "Your order", status: "bounced" });
  for (const actor of bench.strangers) {
    const request = { actor, mailId, to: "thief@example.com", key: newId() };
    const forbidden = { ok: false, error: "forbidden" };
    expect(await resendEmail({ db: bench.db, jobs, emails: emailRegistry }, request)).toEqual(
      forbidden,
    );
    expect(await findBounce(bench.db, { actor, recipient: "rosa@example.com" })).toEqual(forbidden);
  }
  expect(await mails()).toHaveLength(1);
});
