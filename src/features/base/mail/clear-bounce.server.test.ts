import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { createMail } from "#tests/support/mails.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { enqueueEmail } from "./enqueue-email.server.ts";
import { readOutboxFilter } from "./outbox.ts";
import { clearBounce } from "./outbox-changes.server.ts";
import { findBounce, findOutboxEmail, listOutbox } from "./outbox-queries.server.ts";

const bench = adminSuite();
const jobs = { send: async () => undefined };

async function cameBack(subject: string, recipient = "rosa@example.com"): Promise<string> {
  const mailId = await createMail(bench.db, { subject, status: "bounced" });
  const bouncedAt = bench.clock.now();
  const change = { recipient, bouncedAt, lastError: "There is no such mailbox (5.1.1)" };
  await bench.db.update(mailOutbox).set(change).where(eq(mailOutbox.id, mailId));
  return mailId;
}
const clear = (mailId: string, actor: Parameters<typeof clearBounce>[1]["actor"] = bench.actor) =>
  clearBounce(bench, { actor, mailId });
const flagOf = async (address: string) => {
  const found = await findBounce(bench.db, { actor: bench.actor, recipient: address });
  return found.ok && found.value?.reason;
};
type Subscription = Partial<Pick<Parameters<typeof enqueueEmail>[2], "topic" | "unsubscribeUrl">>;
const write = (recipient: string, more: Subscription = {}) =>
  bench.db.transaction((tx) =>
    enqueueEmail(tx, jobs, {
      dedupeKey: newId(),
      kind: "shipped",
      topic: null,
      recipient,
      subject: "On its way",
      text: "text",
      html: "<p>html</p>",
      ...more,
    }),
  );
const unsubscribeUrl = () => "https://shop.example/unsubscribe";

test("the owner takes the mark from an address, from every mail of it that came back and from no other", async () => {
  const mailId = await cameBack("first");
  await cameBack("second", "ROSA@example.com");
  await cameBack("hers", "asha@example.com");
  expect(await flagOf("Rosa@example.com")).toBe("There is no such mailbox (5.1.1)");
  expect(await clear(mailId)).toEqual({ ok: true, value: null });
  expect(await flagOf("rosa@example.com")).toBeUndefined();
  expect(await flagOf("asha@example.com")).toBe("There is no such mailbox (5.1.1)");
  const mails = await bench.db.select().from(mailOutbox);
  expect(mails.map(({ status }) => status)).toEqual(["bounced", "bounced", "bounced"]);
});

test("the log says who did, once however often it is pressed, and names no address", async () => {
  const mailId = await cameBack("Your order");
  await clear(mailId);
  await clear(mailId);
  const log = await bench.db.select().from(auditLog);
  expect(log).toMatchObject([
    { action: "address works again", subject: "mail", subjectId: mailId, actorName: "Rosa" },
  ]);
  expect(JSON.stringify(log)).not.toContain("rosa@");
});

test("a mail that comes back afterwards marks the address anew", async () => {
  await clear(await cameBack("first"));
  await cameBack("second");
  expect(await flagOf("rosa@example.com")).toBe("There is no such mailbox (5.1.1)");
});

test("nobody but an admin takes a mark away, and nothing happens to a mail that is none", async () => {
  const mailId = await cameBack("Your order");
  for (const actor of bench.strangers) {
    expect(await clear(mailId, actor)).toEqual({ ok: false, error: "forbidden" });
  }
  expect(await clear(newId())).toEqual({ ok: false, error: "not_found" });
  expect(await clear("nonsense")).toEqual({ ok: false, error: "not_found" });
  expect(await flagOf("rosa@example.com")).toBeDefined();
});

test("mails about orders still go to an address whose mails come back, and news goes again when the owner says so", async () => {
  await createCustomer(bench.db, { email: "asha@example.com", emailNotifications: true });
  const mailId = await cameBack("Your order", "Asha@example.com");
  const marketing = { topic: "email-notifications", unsubscribeUrl } as const;
  const requested = { unsubscribeUrl: unsubscribeUrl() };
  const updates = { topic: "order-updates", unsubscribeUrl } as const;
  expect(await write("asha@example.com")).toBe(true);
  expect(await write("asha@example.com", updates)).toBe(true);
  expect(await write("ASHA@example.com", marketing)).toBe(false);
  expect(await write("asha@example.com", requested)).toBe(false);
  expect(await write("bibi@example.com", requested)).toBe(true);
  await clear(mailId);
  expect(await write("asha@example.com", marketing)).toBe(true);
  expect(await write("asha@example.com", requested)).toBe(true);
});

test("the outbox says of a mail that waits, and of the one that is open, that earlier ones came back", async () => {
  const mailId = await cameBack("first");
  await createMail(bench.db, { subject: "second", status: "queued" });
  const { db, actor } = bench;
  const filter = readOutboxFilter(new URLSearchParams());
  const listed = await listOutbox(db, { actor, filter });
  const bounce = { mailId, reason: "There is no such mailbox (5.1.1)", at: bench.clock.now() };
  expect(listed).toMatchObject({
    value: {
      rows: [
        { subject: "second", bounce },
        { subject: "first", bounce: null },
      ],
    },
  });
  expect(await findOutboxEmail(db, { actor, mailId })).toMatchObject({ value: { bounce } });
  await clear(mailId);
  const [first, second] = await db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
  for (const mail of [first, second]) {
    const found = await findOutboxEmail(db, { actor, mailId: mail?.id ?? "" });
    expect(found).toMatchObject({ value: { bounce: null } });
  }
});
