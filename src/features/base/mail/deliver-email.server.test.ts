import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Mailer, OutgoingMessage } from "#platform/mailer.server.ts";
import { RecipientRefused } from "#platform/mailer.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { deliverEmail, drainOutbox, MAX_EMAIL_ATTEMPTS } from "./deliver-email.server.ts";
import { enqueueEmail } from "./enqueue-email.server.ts";

let database: TestDatabase;
let delivered: OutgoingMessage[];
let requested: string[];
const clock = fixedClock("2026-11-20T12:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  delivered = [];
  requested = [];
  await database.db.delete(mailOutbox);
});
afterAll(() => database.close());

const jobs: JobQueue = {
  send: async (_name, payload) => {
    requested.push(JSON.stringify(payload));
  },
};
const files = { findFailure: async () => null, server: null, close() {} };
const mailer: Mailer = { ...files, send: async (message) => void delivered.push(message) };
const broken: Mailer = { ...files, send: () => Promise.reject(new Error("no route to host")) };
const processId = newId();
const deps = (by: Mailer) => ({
  db: database.db,
  mailer: by,
  clock,
  processId,
  emails: emailRegistry,
});

const enqueue = (dedupeKey = "order-confirmation:1", replyTo?: string) =>
  database.db.transaction((tx) =>
    enqueueEmail(tx, jobs, {
      dedupeKey,
      kind: "order-confirmation",
      topic: null,
      recipient: "asha@example.com",
      subject: "Order Confirmed!",
      text: "text",
      html: "<p>html</p>",
      ...(replyTo === undefined ? {} : { replyTo }),
    }),
  );
const only = async () => {
  const [mail] = await database.db.select().from(mailOutbox);
  if (!mail) throw new Error("no mail");
  return mail;
};

describe("the outbox", () => {
  test("takes one mail for one happening, and asks for its delivery once", async () => {
    expect(await enqueue()).toBe(true);
    expect(await enqueue()).toBe(false);
    expect(requested).toEqual([JSON.stringify({ mailId: (await only()).id })]);
  });

  test("forgets a mail whose happening was rolled back", async () => {
    const undone = database.db.transaction(async (tx) => {
      await tx.insert(mailOutbox).values({
        dedupeKey: "k",
        kind: "k",
        recipient: "a@example.com",
        subject: "s",
        textBody: "t",
        htmlBody: "h",
      });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await database.db.$count(mailOutbox)).toBe(0);
  });

  test("asks anew for every mail still waiting, and for no other", async () => {
    await enqueue("one");
    await enqueue("two");
    const { id } = await only();
    await database.db.update(mailOutbox).set({ status: "sent" }).where(eq(mailOutbox.id, id));
    requested = [];
    expect(await drainOutbox({ db: database.db, jobs })).toBe(1);
    expect(requested).toHaveLength(1);
  });
});

describe("a mail", () => {
  test("is handed over once, however often its job runs", async () => {
    await enqueue();
    const { id } = await only();
    expect(await deliverEmail(deps(mailer), { mailId: id })).toBe("sent");
    expect(await deliverEmail(deps(mailer), { mailId: id })).toBe("nothing to do");
    expect(delivered).toMatchObject([{ id, to: "asha@example.com", subject: "Order Confirmed!" }]);
    expect(await only()).toMatchObject({ status: "sent", attempts: 1, sentAt: clock.now() });
  });

  test.each([
    ["rosa@example.com", "rosa@example.com"],
    ["rosa@example.com\r\nBcc: all@example.com", null],
    ["592 555 0100", null],
    [undefined, null],
  ])("whose answers shall go to %j carries %j", async (wanted, carried) => {
    await enqueue("order-confirmation:1", wanted);
    await deliverEmail(deps(mailer), { mailId: (await only()).id });
    expect(delivered).toMatchObject([{ replyTo: carried }]);
  });

  test("that could not be handed over waits, with the reason, and goes out on a later try", async () => {
    await enqueue();
    const { id } = await only();
    await expect(deliverEmail(deps(broken), { mailId: id })).rejects.toThrow("no route");
    expect(await only()).toMatchObject({ status: "queued", lastError: "no route to host" });
    expect(await deliverEmail(deps(mailer), { mailId: id })).toBe("sent");
    expect(await only()).toMatchObject({ status: "sent", attempts: 2, lastError: null });
  });

  test("is given up after the last attempt and stays visible as failed", async () => {
    await enqueue();
    const { id } = await only();
    await database.db.update(mailOutbox).set({ attempts: MAX_EMAIL_ATTEMPTS - 1 });
    expect(await deliverEmail(deps(broken), { mailId: id })).toBe("given up");
    expect((await only()).status).toBe("failed");
  });
});

describe("an email whose link opens an account once", () => {
  const facts = {
    siteName: "Demerara",
    siteUrl: "https://shop.test",
    contactEmail: "shop@example.com",
    shopAddress: "Georgetown",
    image: null,
  };
  const SECRET = "s3cr3tOfTheLink";
  const LINK_KINDS = ["account-reset-password", "account-confirm-email", "staff-invitation"];
  const enqueueLink = async (kind: string, attempts = 0) => {
    const sample = emailRegistry.get(kind)?.sample(facts as never);
    if (!sample) throw new Error(kind);
    const withSecret = (text: string) => text.replaceAll("token=sample", `token=${SECRET}`);
    const id = newId();
    await database.db.insert(mailOutbox).values({
      id,
      dedupeKey: id,
      kind,
      recipient: "asha@example.com",
      subject: sample.subject,
      textBody: withSecret(sample.text),
      htmlBody: withSecret(sample.html),
      attempts,
    });
    return id;
  };
  const stored = async () => JSON.stringify(await database.db.select().from(mailOutbox));

  test.each(LINK_KINDS)("is sent whole, and its content is then removed: %s", async (kind) => {
    const mailId = await enqueueLink(kind);
    expect(await stored()).toContain(SECRET);
    await expect(deliverEmail(deps(broken), { mailId })).rejects.toThrow();
    expect(await stored(), "it is tried again").toContain(SECRET);
    expect(await deliverEmail(deps(mailer), { mailId })).toBe("sent");
    expect(delivered[0]?.html).toContain(SECRET);
    expect(delivered[0]?.text).toContain(SECRET);
    expect(await only()).toMatchObject({ status: "sent", textBody: "", htmlBody: "" });
    expect(await stored()).not.toContain(SECRET);
  });

  test("is not stored after its last attempt and after a refusal either", async () => {
    const given = await enqueueLink("account-reset-password", MAX_EMAIL_ATTEMPTS - 1);
    expect(await deliverEmail(deps(broken), { mailId: given })).toBe("given up");
    const refused = await enqueueLink("account-confirm-email");
    const refusing: Mailer = {
      ...files,
      send: () => Promise.reject(new RecipientRefused("550 no such user")),
    };
    expect(await deliverEmail(deps(refusing), { mailId: refused })).toBe("bounced");
    expect(await stored()).not.toContain(SECRET);
  });

  test("every registered email whose address has a token is one of them", () => {
    const withToken = [...emailRegistry.values()].filter((email) =>
      /token=sample/.test(email.sample(facts as never).text),
    );
    expect(withToken.map(({ kind }) => kind).sort()).toEqual([...LINK_KINDS].sort());
    expect(withToken.every(({ hasOneTimeLink }) => hasOneTimeLink)).toBe(true);
  });

  test("other emails stay readable", async () => {
    await enqueue();
    const { id: mailId } = await only();
    await deliverEmail(deps(mailer), { mailId });
    expect(await only()).toMatchObject({ status: "sent", htmlBody: "<p>html</p>" });
  });
});
