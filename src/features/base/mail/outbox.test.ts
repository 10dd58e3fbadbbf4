import { expect, test } from "vitest";
import { previewDocument } from "./outbox.ts";

test("a mail's preview keeps its words and styles of elements, but no style sheet, which the page's policy would refuse", () => {
  const mail = '<head><style>.sheet{padding:0}</style></head><p style="color:#222">Thank you</p>';
  expect(previewDocument(mail)).toBe(
    '<!doctype html><base target="_blank"><head></head><p style="color:#222">Thank you</p>',
  );
});
