import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { readFlatFormData } from "#app/web/form.server.ts";
import { isEmail } from "#core/email.ts";
import { contactMessages } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { TRAP_FIELD } from "#features/office/inbox/form-trap.ts";
import { MESSAGE_FORM_MESSAGES } from "#features/office/inbox/message-form.ts";
import { MESSAGES_AN_HOUR } from "#features/office/inbox/send-message.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { handleMessageForm } from "./message-form.server.ts";

const clock = fixedClock("2026-11-20T09:00:00-04:00");
let database: TestDatabase;
let requested: unknown[];

beforeEach(async () => {
  database = await createTestDatabase();
  requested = [];
});
afterEach(() => database.close());

const deps = () => ({
  db: database.db,
  clock,
  publicUrl: "https://shop.example",
  logger: pino({ level: "silent" }),
  jobs: { send: async (name: string, payload: unknown) => void requested.push({ name, payload }) },
});

const good = {
  fullName: "Asha Persaud",
  email: "asha@example.com",
  phone: "+592 555 0100",
  subject: "A fitting",
  message: "When may I come by?\nSaturday suits me.",
};

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const send = (
  fields: Record<string, string>,
  kind: "contact" | "volunteer" = "contact",
  network = "203.0.113.7",
) => handleMessageForm(deps(), { kind, form: formWith(fields), network });
const stored = () => database.db.select().from(contactMessages);
const mails = () => database.db.select().from(mailOutbox);

describe("a message from the contact page", () => {
  // Specification 2.100, 2.101
  it("is stored and mailed to the contact address", async () => {
    const response = await send(good);
    expect(response.data).toEqual({ form: "contact", status: "success" });
    expect(response.init).toMatchObject({ headers: { "Cache-Control": "private, no-store" } });
    expect(await stored()).toMatchObject([{ ...good, kind: "contact", status: "new" }]);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: "atelier@demerara.example",
      replyTo: "asha@example.com",
      subject: "A fitting (Asha Persaud)",
      kind: "contact-message",
    });
    expect(mail?.textBody).toContain("Saturday suits me.");
    expect(requested).toEqual([{ name: "send-mail", payload: { mailId: mail?.id } }]);
  });

  it("submitted twice, even at once, is stored once", async () => {
    const responses = await Promise.all([send(good), send(good), send(good)]);
    expect(responses.map((response) => response.data.status)).toEqual([
      "success",
      "success",
      "success",
    ]);
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it("is returned with its text when one address writes too often", async () => {
    for (let count = 0; count < MESSAGES_AN_HOUR; count += 1) {
      await send({ ...good, message: `Message ${count}` });
    }
    const response = await send({ ...good, email: "ASHA@example.com", message: "One more" });
    expect(response.data).toMatchObject({
      status: "error",
      initialValue: { message: "One more" },
      error: { "": [MESSAGE_FORM_MESSAGES.tooMany] },
    });
    expect(await stored()).toHaveLength(MESSAGES_AN_HOUR);
    const own = await send({ ...good, message: "It is really me" }, "contact", "198.51.100.4");
    expect(own.data, "what strangers sent does not silence her").toMatchObject({
      status: "success",
    });
    expect((await send({ ...good, email: "other@example.com" })).data.status).toBe("success");
  });

  it("is returned with its text when the database is away", async () => {
    await database.close();
    const response = await send(good);
    expect(response.data).toMatchObject({ form: "contact", status: "error", initialValue: good });
    expect(response.init).toMatchObject({ status: 503 });
  });

  it("from a program that fills in everything gets a success and is not stored", async () => {
    expect((await send({ ...good, [TRAP_FIELD]: "x" })).data.status).toBe("success");
    expect(await stored()).toEqual([]);
  });

  it("cannot add a mail header or markup", async () => {
    await send({ ...good, subject: "Hi\r\nBcc: all@example.com", fullName: "<b>Asha</b>" });
    const [mail] = await mails();
    expect(mail?.subject).toBe("Hi Bcc: all@example.com (<b>Asha</b>)");
    expect(mail?.htmlBody).not.toContain("<b>Asha</b>");
  });

  it("gets a result and never an exception for 300 odd forms", async () => {
    await fc.assert(
      fc.asyncProperty(oddFields(good), fc.boolean(), async (fields, volunteers) => {
        const response = await send(fields, volunteers ? "volunteer" : "contact");
        expect(["success", "error"]).toContain(response.data.status);
        expect([200, 422, 429]).toContain(response.init?.status);
      }),
      { numRuns: 300 },
    );
    const written = await mails();
    expect(written.length).toBeGreaterThan(0);
    for (const { subject, recipient, replyTo } of written) {
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(isEmail(replyTo ?? "")).toBe(true);
      expect(recipient).toBe("atelier@demerara.example");
    }
  }, 60_000);
});

describe("a volunteer's message", () => {
  // Specification 2.125
  it("is stored as such", async () => {
    await send(good, "volunteer");
    expect(await stored()).toMatchObject([{ kind: "volunteer", subject: "" }]);
    expect((await mails())[0]?.subject).toBe("Volunteering with New Dawn (Asha Persaud)");
  });
});

test("a field name that asks for a list of millions is dropped", async () => {
  const form = new FormData();
  form.set("message[9999999]", "x");
  form.set("fullName", "Asha");
  const request = new Request("https://shop.example/contact", { method: "POST", body: form });
  expect([...(await readFlatFormData(request)).keys()]).toEqual(["fullName"]);
});
