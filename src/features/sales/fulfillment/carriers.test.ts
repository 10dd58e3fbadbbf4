import fc from "fast-check";
import { expect, test } from "vitest";
import { carrierName, KNOWN_CARRIERS, trackingPage } from "./carriers.ts";

test("a known carrier gets its usual spelling, and an unknown one stays as submitted", () => {
  expect(carrierName("dhl")).toBe("DHL Express");
  expect(carrierName("fedex ")).toBe("FedEx");
  expect(carrierName("Laparkan")).toBe("Laparkan");
});

test("a known carrier's shipment has a tracking page if it has a number", () => {
  expect(trackingPage("UPS", "1Z 999")).toBe("https://www.ups.com/track?tracknum=1Z999");
  expect(trackingPage("UPS", "")).toBe("");
  expect(trackingPage("UPS", " ")).toBe("");
  expect(trackingPage("Our own courier", "12")).toBe("");
  expect(trackingPage("Laparkan", "12")).toBe("");
});

test("whatever the tracking number, the tracking page stays on the carrier's site", () => {
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
