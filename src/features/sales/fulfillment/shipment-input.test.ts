import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { shipmentSchema } from "./shipment-input.ts";

const LINE = "0198f000-0000-7000-8000-000000000001";

function parse(fields: Record<string, string>) {
  const all = { "items[0].itemId": LINE, "items[0].quantity": "2", carrier: "Post", ...fields };
  const form = new FormData();
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return parseWithZod(form, { schema: shipmentSchema });
}

test("a shipment has quantities of lines, and a known carrier makes the tracking link from the number", () => {
  const fields = { carrier: " fedex", trackingNumber: "7749 ", key: "k1" };
  expect(parse(fields)).toMatchObject({
    status: "success",
    value: {
      carrier: "FedEx",
      trackingNumber: "7749",
      trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=7749",
      items: [{ itemId: LINE, quantity: 2 }],
      key: "k1",
    },
  });
});

test("a link that the admin enters is used instead of the carrier's own", () => {
  const fields = { carrier: "UPS", trackingNumber: "1", trackingUrl: "https://post.example/1" };
  expect(parse(fields)).toMatchObject({ value: { trackingUrl: "https://post.example/1" } });
});

test("a form without a carrier and without a quantity names both fields", () => {
  expect(parse({ carrier: " ", "items[0].quantity": "0" })).toMatchObject({
    status: "error",
    error: {
      carrier: ["Please say who carries the parcel"],
      items: ["Please choose at least one piece"],
    },
  });
});

test.each(["-1", "1.5", "many", "Infinity", ""])("the quantity %j is refused", (quantity) => {
  expect(parse({ "items[0].quantity": quantity })).toMatchObject({
    error: { "items[0].quantity": ["Please choose a quantity"] },
  });
});

test.each(["javascript:alert(1)", "ftp://post.example/1", "http:// x", "www"])(
  "the tracking link %j is refused",
  (trackingUrl) => {
    expect(parse({ trackingUrl })).toMatchObject({
      error: { trackingUrl: [expect.stringContaining("web address")] },
    });
  },
);

test("a text that is too long is refused with its limit", () => {
  expect(parse({ carrier: "x".repeat(61) })).toMatchObject({
    error: { carrier: [expect.stringContaining("60")] },
  });
});
