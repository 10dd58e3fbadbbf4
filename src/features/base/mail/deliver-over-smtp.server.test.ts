import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { createMailer } from "#platform/mailer.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { deliverEmail } from "./deliver-email.server.ts";
import { enqueueEmail } from "./enqueue-email.server.ts";
import { renderEmail } from "./render-email.ts";

const clock = fixedClock("2026-11-20T12:00:00Z");
const processId = newId();
const jobs = { send: async () => undefined };

let database: TestDatabase;
let server: SMTPServer;
let mailer: Mailer;
let received: string[];
let senders: string[];
/** Null accepts. */
let response: { recipient: [number, string] | null; mail: [number, string] | null };

const refusal = ([responseCode, text]: [number, string]) =>
  Object.assign(new Error(text), { responseCode });

beforeEach(async () => {
  database = await createTestDatabase();
  received = [];
  senders = [];
  response = { recipient: null, mail: null };
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, _session, callback) {
      callback(response.recipient && refusal(response.recipient));
    },
    async onData(stream, session, callback) {
      const { mailFrom } = session.envelope;
      if (mailFrom) senders.push(mailFrom.address);
      let mail = "";
      for await (const item of stream) mail += item;
      if (!response.mail) received.push(mail);
      callback(response.mail && refusal(response.mail));
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const from = "Demerara Atelier <atelier@demerara.example>";
  mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, directory: "" });
});

afterEach(async () => {
  mailer.close();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  await database.close();
});

async function queued(to = "asha@example.com"): Promise<string> {
  const content = {
    subject: "Order Confirmed!",
    preview: "Thank you.",
    heading: "Order Confirmed!",
    blocks: [
      { kind: "text", text: "Thank you for your order with us. ".repeat(6).trim() },
      { kind: "button", label: "View your order", url: `https://shop.example/${"o".repeat(90)}` },
    ],
    footer: ["Questions? Write to atelier@demerara.example."],
  } as const;
  const site = { siteName: "Demerara Atelier", siteUrl: "https://shop.example" };
  const email = { ...renderEmail(content, site), kind: "order-confirmation", topic: null };
  const mail = { ...email, dedupeKey: to, recipient: to };
  await database.db.transaction((tx) => enqueueEmail(tx, jobs, mail));
  return (await only()).id;
}
const deliver = (mailId: string) =>
  deliverEmail({ db: database.db, mailer, clock, emails: emailRegistry, processId }, { mailId });
const only = async () => {
  const [mail] = await database.db.select().from(mailOutbox);
  if (!mail) throw new Error("no mail");
  return mail;
};

test("a mail goes over SMTP with both its forms, its text in lines that can be read", async () => {
  expect(await deliver(await queued())).toBe("sent");
  const [mail = ""] = received;
  expect(mail).toContain("To: asha@example.com\r\n");
  expect(mail).toContain("text/html");
  const [, text = ""] = /text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(mail) ?? [];
  expect(text).toContain("Thank you for your order");
  const lines = text.replaceAll("=\r\n", "").split("\r\n");
  expect(lines.filter((line) => line.length > 78 && line.includes(" "))).toEqual([]);
});

test.each([
  [550, "5.1.1 no such user"],
  [551, "user not local"],
  [553, "5.1.3 mailbox name not allowed"],
])(
  "an address refused for good (%i %s) is bounced at once in the host's words, and never tried again",
  async (code, text) => {
    response.recipient = [code, text];
    const mailId = await queued();
    expect(await deliver(mailId)).toBe("bounced");
    expect(await only()).toMatchObject({ status: "bounced", attempts: 1, bouncedAt: clock.now() });
    expect((await only()).lastError).toContain(`${code} ${text}`);
    response.recipient = null;
    expect(await deliver(mailId)).toBe("nothing to do");
    expect(received).toEqual([]);
  },
);

test("an address that is refused with the mail itself is bounced too", async () => {
  response.mail = [550, "5.1.1 no such user"];
  expect(await deliver(await queued())).toBe("bounced");
});

test.each([
  ["recipient", 450, "4.2.1 try again later"],
  ["recipient", 452, "4.2.2 mailbox full"],
  // The shop's fault: sent once corrected.
  ["recipient", 554, "5.7.1 relay access denied"],
  ["recipient", 530, "5.7.0 authentication required"],
  ["mail", 451, "4.3.0 try again later"],
  ["mail", 554, "5.6.0 message refused"],
] as const)(
  "a refusal of the %s that may pass (%i %s) is tried again, and the mail goes then",
  async (of, code, text) => {
    response = { recipient: null, mail: null, [of]: [code, text] };
    const mailId = await queued();
    await expect(deliver(mailId)).rejects.toMatchObject({ code: "mail" });
    expect(await only()).toMatchObject({ status: "queued", attempts: 1, bouncedAt: null });
    response = { recipient: null, mail: null };
    expect(await deliver(mailId)).toBe("sent");
    expect(received).toHaveLength(1);
  },
);

test("comes back to the sender, or to an address of its own where the shop has one for that", async () => {
  const mailId = await queued();
  await deliver(mailId);
  mailer.close();
  const { port } = server.server.address() as AddressInfo;
  mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    directory: "",
    from: "Demerara Atelier <atelier@demerara.example>",
    bounceAddressOf: (id) => `bounces+${id}@demerara.example`,
  });
  await database.db.update(mailOutbox).set({ status: "queued" });
  await deliver(mailId);
  expect(senders).toEqual(["atelier@demerara.example", `bounces+${mailId}@demerara.example`]);
  expect(received).toHaveLength(2);
  for (const mail of received) {
    expect(mail).toContain("From: Demerara Atelier <atelier@demerara.example>\r\n");
    expect(mail).toContain(`Message-ID: <${mailId}@demerara.example>\r\n`);
  }
});

test("an accepted email whose result could not be stored is recorded by the next attempt and not sent again", async () => {
  const mailId = await queued();
  const failing = {
    now: (): Date => {
      throw new Error("Connection terminated unexpectedly");
    },
  };
  const attempt = deliverEmail(
    { db: database.db, mailer, clock: failing, emails: emailRegistry, processId },
    { mailId },
  );
  await expect(attempt).rejects.toThrow("Connection terminated");
  expect(await deliver(mailId)).toBe("sent");
  expect(await only()).toMatchObject({ status: "sent", sentAt: clock.now() });
  expect(received).toHaveLength(1);
});

test("an address that is none is bounced without asking anybody", async () => {
  expect(await deliver(await queued("a@example.com, b@example.com"))).toBe("bounced");
  expect(received).toEqual([]);
});
