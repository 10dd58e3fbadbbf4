import { describe, expect, test } from "vitest";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { deliveryMessages } from "./product-messages.ts";

describe("delivery on the product page", () => {
  test("says the methods of the Shipping page with their times and rates", () => {
    expect(deliveryMessages(SETTINGS_DEFAULTS.shipping)).toEqual([
      "Standard: 5-7 business days, $15, free over $200",
      "Express: 2-3 business days, $25 flat",
      "Georgetown same-day: Same day for orders before 2 PM, $10 flat",
      "International: 7-21 business days, $45 flat",
    ]);
  });

  test("leaves out what the owner switched off and shows cents only where there are some", () => {
    const [standard, express] = SETTINGS_DEFAULTS.shipping.methods;
    if (!standard || !express) throw new Error("no defaults");
    const terms = deliveryMessages({
      ...SETTINGS_DEFAULTS.shipping,
      methods: [
        { ...standard, enabled: false },
        { ...express, priceMinor: 1250 },
        { ...express, label: "Collect", estimate: "from the atelier", priceMinor: 0 },
      ],
    });
    expect(terms).toEqual([
      "Express: 2-3 business days, $12.50 flat",
      "Collect: from the atelier, free",
    ]);
  });
});
