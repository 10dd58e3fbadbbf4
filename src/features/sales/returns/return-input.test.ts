import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { returnSchema } from "./return-input.ts";

const LINE = "0198f000-0000-7000-8000-000000000001";

function parse(fields: Record<string, string>) {
  const form = new FormData();
  form.set("items[0].itemId", LINE);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: returnSchema });
}

test("a return has quantities of lines, a reason and a note", () => {
  const note = " Too wide\r\nat the hem ";
  expect(parse({ "items[0].quantity": "2", reason: "other_size", note })).toMatchObject({
    status: "success",
    value: {
      items: [{ itemId: LINE, quantity: 2 }],
      reason: "other_size",
      note: "Too wide\nat the hem",
    },
  });
});

test("a return without items or a known reason names both fields", () => {
  expect(parse({ "items[0].quantity": "0", reason: "boredom" })).toMatchObject({
    error: { items: ["Please choose at least one piece"], reason: ["Please choose a reason"] },
  });
});
