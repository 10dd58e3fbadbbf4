import { expect, test } from "vitest";
import { readShipment, readTracking } from "./shipment-input.ts";

const LINE = "0198f000-0000-7000-8000-000000000001";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test("a parcel is what lies in it and how it is followed, with the link of its carrier", () => {
  const typed = { [`pieces-${LINE}`]: "2", carrier: " fedex", trackingNumber: "7749 ", key: "k1" };
  expect(readShipment(form(typed))).toEqual({
    ok: true,
    value: {
      carrier: "FedEx",
      trackingNumber: "7749",
      trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=7749",
      pieces: [{ itemId: LINE, quantity: 2 }],
      key: "k1",
    },
  });
});

test("a link that was typed stands before the carrier's own", () => {
  const typed = { carrier: "UPS", trackingNumber: "1", trackingUrl: "https://post.example/1" };
  expect(readTracking(form(typed))).toMatchObject({
    value: { trackingUrl: "https://post.example/1" },
  });
});

test("an empty form says what is missing", () => {
  expect(readShipment(form({ [`pieces-${LINE}`]: "0" }))).toEqual({
    ok: false,
    error: {
      carrier: "Please say who carries the parcel",
      pieces: "Please choose at least one piece",
    },
  });
});

test.each(["javascript:alert(1)", "ftp://post.example/1", "http:// x", "www"])(
  "%j is no link to follow a parcel on",
  (trackingUrl) => {
    const read = readTracking(form({ carrier: "Post", trackingUrl }));
    expect(read).toMatchObject({ ok: false, error: { trackingUrl: expect.any(String) } });
  },
);

test("what is longer than it may be says by how much", () => {
  const read = readTracking(form({ carrier: "x".repeat(61) }));
  expect(read).toMatchObject({ error: { carrier: expect.stringContaining("60") } });
});
