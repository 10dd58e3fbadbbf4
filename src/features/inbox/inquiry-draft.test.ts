import { expect, test } from "vitest";
import { blankInquiry, reopenedInquiry } from "./inquiry-input.ts";

const pearl = "#F4EFE6";
const typed = { ...blankInquiry({ size: "M", color: pearl }), firstName: "Asha", notes: "a hat" };
const draft = { typed, choice: { size: "M", color: pearl } };

test("a form opens with the page's size and colour, one piece, and nothing else", () => {
  expect(blankInquiry({ size: "M", color: pearl })).toMatchObject({
    firstName: "",
    size: "M",
    color: pearl,
    quantity: "1",
  });
  expect(reopenedInquiry(null, { size: null, color: null })).toMatchObject({ size: "", color: "" });
});

test("a form opens again as it was left", () => {
  const left = { ...typed, size: "L" };
  expect(reopenedInquiry({ ...draft, typed: left }, draft.choice)).toEqual(left);
});

test("what was chosen on the page since then goes before what stood in the form", () => {
  const opened = reopenedInquiry(draft, { size: "XL", color: "#000000" });
  expect(opened).toEqual({ ...typed, size: "XL", color: "#000000" });
});

test("a choice taken back on the page takes nothing out of the form", () => {
  expect(reopenedInquiry(draft, { size: null, color: null })).toEqual(typed);
});
