import fc from "fast-check";
import { expect, test } from "vitest";
import { carrierName, KNOWN_CARRIERS, trackingPage } from "./carriers.ts";

test("a known carrier is written as the shop writes it, an unknown one as it was typed", () => {
  expect(carrierName("dhl")).toBe("DHL Express");
  expect(carrierName("fedex ")).toBe("FedEx");
  expect(carrierName("Laparkan")).toBe("Laparkan");
});

test("a parcel of a known carrier has its page; without a number, or with a carrier that has none, it has not", () => {
  expect(trackingPage("UPS", "1Z 999")).toBe("https://www.ups.com/track?tracknum=1Z%20999");
  expect(trackingPage("UPS", "")).toBe("");
  expect(trackingPage("Our own courier", "12")).toBe("");
  expect(trackingPage("Laparkan", "12")).toBe("");
});

test("whatever is typed as a number, the page stays the carrier's own", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KNOWN_CARRIERS),
      fc.string({ unit: "grapheme", minLength: 1 }),
      (carrier, number) => {
        const page = trackingPage(carrier, number);
        if (page === "") return;
        const { host } = new URL(page);
        expect(host).toBe(new URL(trackingPage(carrier, "1")).host);
      },
    ),
  );
});
