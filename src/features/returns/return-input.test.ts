import { expect, test } from "vitest";
import { readReturn } from "./return-input.ts";

const LINE = "0198f000-0000-7000-8000-000000000001";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test("a return says which pieces, how many and why", () => {
  const typed = { [`pieces-${LINE}`]: "2", reason: "other_size", note: " Too wide\r\nat the hem " };
  expect(readReturn(form(typed))).toEqual({
    ok: true,
    value: {
      pieces: [{ itemId: LINE, quantity: 2 }],
      reason: "other_size",
      note: "Too wide\nat the hem",
    },
  });
});

test("without pieces or a reason it says what is missing", () => {
  expect(readReturn(form({ [`pieces-${LINE}`]: "0", reason: "boredom" }))).toEqual({
    ok: false,
    error: { pieces: "Please choose at least one piece", reason: "Please choose a reason" },
  });
});

test.each(["-1", "1.5", "many", "Infinity", ""])("%j is no number of pieces", (quantity) => {
  const read = readReturn(form({ [`pieces-${LINE}`]: quantity, reason: "defective" }));
  expect(read.ok).toBe(false);
});
