import { describe, expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailTopic } from "#features/base/identity/email-preferences.ts";
import type { OutgoingMessage } from "#platform/mailer.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { deliverEmail } from "./deliver-email.server.ts";
import { enqueueEmail } from "./enqueue-email.server.ts";

const bench = accountSuite();

const linkFor = (userId: string) => `https://shop.example/unsubscribe?token=${userId}`;

function send(recipient: string, topic: EmailTopic | null): Promise<boolean> {
  return bench.db.transaction((tx) =>
    enqueueEmail(tx, bench.jobs, {
      dedupeKey: `${topic}:${recipient}`,
      kind: "shipped",
      topic,
      unsubscribeUrl: linkFor,
      recipient,
      subject: "On its way",
      text: "text",
      html: "<html><body><p>html</p></body></html>",
    }),
  );
}

describe("what a customer wishes", () => {
  // Specification 2.72
  test("decides about mails nobody is owed, and about no other", async () => {
    await bench.customer("news@example.com", {
      email: "news@example.com",
      emailNotifications: true,
      orderUpdates: false,
    });
    await bench.customer("Orders@Example.com");
    expect(await send("news@example.com", "email-notifications")).toBe(true);
    expect(await send("news@example.com", "order-updates")).toBe(false);
    expect(await send("orders@example.com", "order-updates")).toBe(true);
    expect(await send("orders@example.com", "email-notifications")).toBe(false);
    expect(await send("news@example.com", null)).toBe(true);
  });

  test("somebody without an account hears of an order, and gets no news", async () => {
    expect(await send("guest@example.com", "order-updates")).toBe(true);
    expect(await send("guest@example.com", "email-notifications")).toBe(false);
  });
});

test("a mail nobody is owed says how to end its kind: in its words, and to mail programs", async () => {
  const { userId } = await bench.customer("asha@example.com");
  await send("asha@example.com", "order-updates");
  const [mail] = await bench.db.select().from(mailOutbox);
  expect(mail?.unsubscribeUrl).toBe(linkFor(userId));
  expect(mail?.textBody).toContain(linkFor(userId));
  expect(mail?.htmlBody).toContain(`href="${linkFor(userId)}"`);
  const delivered: OutgoingMessage[] = [];
  const mailer = {
    findFailure: async () => null,
    server: null,
    close() {},
    send: async (message: OutgoingMessage) => void delivered.push(message),
  };
  await deliverEmail(
    { ...bench, db: bench.db, mailer, emails: new Map(), processId: "one" },
    { mailId: mail?.id ?? "" },
  );
  expect(delivered[0]?.unsubscribeUrl).toBe(linkFor(userId));
});

test("what is owed carries no such link", async () => {
  await bench.customer("asha@example.com");
  await send("asha@example.com", null);
  const [mail] = await bench.db.select().from(mailOutbox);
  expect(mail).toMatchObject({ unsubscribeUrl: null, textBody: "text" });
});
