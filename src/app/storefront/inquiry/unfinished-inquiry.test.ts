import { expect, test } from "vitest";
import { failedInquiry } from "#features/inbox/inquiry-form-result.ts";
import { inquirySizes } from "#features/inbox/inquiry-sizes.ts";
import { rememberedProduct, unfinishedInquiry } from "./unfinished-inquiry.ts";

const form = new FormData();
form.set("firstName", "  Asha\u0000");
form.set("size", "M");
form.set("productName", "Kaieteur Gown");
form.set("key", "0123456789abcdef");

test("a form that was not taken comes back with every word as it was typed, and its key", () => {
  const unfinished = unfinishedInquiry(failedInquiry(), form);
  expect(unfinished).toMatchObject({
    answer: { status: "failed" },
    typed: { firstName: "  Asha\u0000", size: "M", notes: "" },
    productName: "Kaieteur Gown",
    key: "0123456789abcdef",
  });
});

test("a product that is gone keeps the name and the size that were asked for", () => {
  const product = rememberedProduct("1", unfinishedInquiry(failedInquiry(), form));
  expect(product.name).toBe("Kaieteur Gown");
  expect(inquirySizes(product, null)).toEqual([{ size: "M", soldOut: false }]);
  const nothing = rememberedProduct("1", unfinishedInquiry(failedInquiry(), new FormData()));
  expect(nothing.name).toBe("a piece");
});
