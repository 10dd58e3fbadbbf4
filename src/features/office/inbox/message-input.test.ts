import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { isTrapped, TRAP_FIELD } from "./form-trap.ts";
import type { MessageKind, MessageValues } from "./message-form.ts";
import { messageSchemas } from "./send-message.server.ts";

const good: MessageValues = {
  fullName: "Asha Persaud",
  email: "asha@example.com",
  phone: "",
  subject: "A fitting",
  message: "When may I come by?",
};

function readMessage(kind: MessageKind, values: Partial<Record<keyof MessageValues, unknown>>) {
  const parsed = messageSchemas[kind].safeParse(values);
  if (parsed.success) return { ok: true, value: parsed.data } as const;
  const { fieldErrors } = z.flattenError(parsed.error);
  const first = Object.entries(fieldErrors).map(([name, errors]) => [name, errors[0]]);
  return { ok: false, error: Object.fromEntries(first) as Record<string, string> } as const;
}

describe("a message", () => {
  // Specification 2.99
  it("with every required field and no phone is accepted unchanged", () => {
    expect(readMessage("contact", good)).toEqual({ ok: true, value: good });
  });

  // Specification 2.99, 5.16
  it("that is empty gets an error under each required field", () => {
    const empty: MessageValues = {
      fullName: " ",
      email: "",
      phone: "",
      subject: "\n",
      message: "",
    };
    expect(readMessage("contact", empty)).toEqual({
      ok: false,
      error: {
        fullName: "Full name is required",
        email: "Email is required",
        subject: "Subject is required",
        message: "Message is required",
      },
    });
  });

  it("of a volunteer needs no subject and keeps none", () => {
    expect(readMessage("volunteer", { ...good, subject: "anything" })).toEqual({
      ok: true,
      value: { ...good, subject: "" },
    });
  });

  it("with a field that is too long says how long it may be and how long it is", () => {
    const read = readMessage("contact", { ...good, message: "x".repeat(5_001) });
    expect(read).toEqual({
      ok: false,
      error: { message: "Message can have up to 5,000 characters; this has 5,001" },
    });
  });

  it("keeps its line breaks, and loses them everywhere else", () => {
    const read = readMessage("contact", { ...good, message: "one\r\ntwo", subject: "one\r\ntwo" });
    expect(read).toMatchObject({ value: { message: "one\ntwo", subject: "one two" } });
  });

  it("is accepted or refused with a message for 300 odd forms", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("contact" as const, "volunteer" as const),
        oddFields(good),
        (kind, submitted) => {
          const read = readMessage(kind, submitted);
          if (!read.ok) {
            for (const error of Object.values(read.error)) expect(error).toMatch(/\w/);
            return;
          }
          const { message, ...lines } = read.value;
          for (const line of Object.values(lines)) expect(line).not.toMatch(/[\p{Cc}\u2028]/u);
          expect(message).not.toMatch(/[^\P{Cc}\n\t]/u);
          expect(message.length).toBeLessThanOrEqual(5_000);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("a missing field and a file count as empty", () => {
  const { error } = readMessage("contact", { fullName: new File(["x"], "x.txt") });
  expect(error).toEqual({
    fullName: "Full name is required",
    email: "Email is required",
    subject: "Subject is required",
    message: "Message is required",
  });
});

test("a filled-in trap field gives a program away", () => {
  const form = new FormData();
  form.set(TRAP_FIELD, "");
  expect(isTrapped(form)).toBe(false);
  form.set(TRAP_FIELD, "https://spam.example");
  expect(isTrapped(form)).toBe(true);
});
