import { expect, test } from "vitest";
import { blankInquiry, emailDoubt, reopenedInquiry } from "./inquiry-form.ts";

const pearl = "#F4EFE6";
const values = { ...blankInquiry({ size: "M", color: pearl }), firstName: "Asha", notes: "a hat" };
const draft = { values, choice: { size: "M", color: pearl } };

test("the inquiry form opens with the page's size and color, one item, and nothing else", () => {
  expect(blankInquiry({ size: "M", color: pearl })).toEqual({
    size: "M",
    color: pearl,
    quantity: "1",
  });
  expect(reopenedInquiry(null, { size: null, color: null })).toMatchObject({ size: "", color: "" });
});

test("the inquiry form reopens as it was left", () => {
  const left = { ...values, size: "L" };
  expect(reopenedInquiry({ ...draft, values: left }, draft.choice)).toEqual(left);
});

test("a choice made on the page since then replaces the one in the form", () => {
  const opened = reopenedInquiry(draft, { size: "XL", color: "#000000" });
  expect(opened).toEqual({ ...values, size: "XL", color: "#000000" });
});

test("a choice removed on the page leaves the form unchanged", () => {
  expect(reopenedInquiry(draft, { size: null, color: null })).toEqual(values);
});

test("a doubtful email gets a hint, and a good or empty one gets none", () => {
  expect(emailDoubt("asha@example.com ")).toBeNull();
  expect(emailDoubt("  ")).toBeNull();
  expect(emailDoubt("asha@example")).toMatch(/^Please enter a valid email.*answer by phone/);
  expect(emailDoubt("jürgen@bücher.de")).toMatch(/^Please use an email.*answer by phone/);
});
