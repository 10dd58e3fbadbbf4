import { expect, test } from "vitest";
import { doneLinkText } from "./measurement-link.ts";

const link = { senderName: "Asha", garment: "suit", isOrdered: false, leftToDo: "" };

test("the page of a link says that its sender can now order only while nothing is ordered", () => {
  expect(doneLinkText(link)).toBe(
    "You are done, and Asha can see that. Asha sees no number, and can now order your suit: the atelier then reads the numbers. You can close this page now.",
  );
  const ordered = doneLinkText({ ...link, isOrdered: true });
  expect(ordered).toBe(
    "You are done, and Asha has ordered with your measurements: the list below says what. Asha sees no number; the atelier reads them. You can close this page now.",
  );
  expect(ordered).not.toContain("can now order");
});

test("what is left to measure stops another order, not the one that exists", () => {
  const leftToDo = "the inseam";
  expect(doneLinkText({ ...link, leftToDo })).toBe(
    "Everything so far is saved. Your suit cannot be ordered before this is done: the inseam.",
  );
  expect(doneLinkText({ ...link, leftToDo, isOrdered: true })).toBe(
    "Everything so far is saved. What is ordered already is below; another suit cannot be ordered before this is done: the inseam.",
  );
});
