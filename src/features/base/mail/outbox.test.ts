import { expect, test } from "vitest";
import {
  EMAIL_STATUSES,
  emailedText,
  emailOutcomeText,
  previewDocument,
  promisedEmailText,
  staffEmailText,
} from "./outbox.ts";

const SERVER = { toFiles: false };
const FILES = { toFiles: true };

test("a page says that an email was sent only where a mail server takes it", () => {
  expect(emailedText("We sent you an email.", SERVER)).toBe("We sent you an email.");
  expect(emailedText("We sent you an email.", FILES)).toBe(
    "This shop sends no emails yet: ours is only stored, and reaches nobody.",
  );
});

test("the staff reads that an email is only stored where no mail server takes it", () => {
  expect(staffEmailText("The customer has mail about it.", SERVER)).toBe(
    "The customer has mail about it.",
  );
  expect(staffEmailText("The customer has mail about it.", FILES)).toBe(
    "No mail server is set: the email is only stored, and reaches nobody.",
  );
});

test("no email is promised where no mail server takes one", () => {
  const texts = { promised: "You have an email.", instead: "This page says so." };
  expect(promisedEmailText(texts, SERVER)).toBe("You have an email.");
  expect(promisedEmailText(texts, FILES)).toBe("This page says so.");
});

test("what became of an email is said as it is, and nothing of one that the shop does not know", () => {
  const email = { name: "confirmation email", recipient: "asha@example.com" };
  const texts = (route: { toFiles: boolean }) =>
    [...EMAIL_STATUSES, null].map((status) => emailOutcomeText(status, email, route));
  const lost = "The confirmation email did not reach asha@example.com. Please write to us.";
  const left = [
    "We sent a confirmation email to asha@example.com.",
    "The confirmation email to asha@example.com was not sent: this shop had no mail server, and only stored it.",
    lost,
    lost,
    null,
  ];
  expect(texts(SERVER)).toEqual([
    "A confirmation email is on its way to asha@example.com.",
    ...left,
  ]);
  expect(texts(FILES)).toEqual([emailedText("", FILES), ...left]);
});

test("a mail's preview keeps its words and styles of elements, but no style sheet, which the page's policy would refuse", () => {
  const mail = '<head><style>.sheet{padding:0}</style></head><p style="color:#222">Thank you</p>';
  expect(previewDocument(mail)).toBe(
    '<!doctype html><base target="_blank"><head></head><p style="color:#222">Thank you</p>',
  );
});
