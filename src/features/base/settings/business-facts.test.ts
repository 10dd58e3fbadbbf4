import { describe, expect, it, test } from "vitest";
import {
  BUSINESS_LABELS,
  deliveryHours,
  internationalEstimate,
  openingHours,
  periodLabel,
  productionLabels,
  shippingFacts,
  shippingPriceLabel,
  shortPrice,
} from "./business-facts.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";

describe("the business facts", () => {
  // Specification 9.27, 9.28, 9.29
  it("are those of the specification, word for word", () => {
    expect(BUSINESS_LABELS).toEqual({
      madeToMeasure: "2-4 weeks",
      refund: "5-10 business days",
      inquiryReply: "24 hours",
      aiAccuracy: "1-2cm",
    });
  });

  // Specification 9.27, 9.28
  it("word processing and making as the settings have them", () => {
    const terms = SETTINGS_DEFAULTS.shipping;
    expect(productionLabels(terms)).toEqual({
      processing: "1-2 business days",
      madeToMeasureExtra: "7-14 days",
    });
    const fixed = { processingMinDays: 1, processingMaxDays: 1, madeToMeasureMinDays: 10 };
    expect(productionLabels({ ...terms, ...fixed, madeToMeasureMaxDays: 10 })).toEqual({
      processing: "1 business day",
      madeToMeasureExtra: "10 days",
    });
  });

  it("give the opening hours of the Contact page", () => {
    expect(openingHours).toEqual([
      { days: "Monday to Friday", hours: "9:00 AM to 6:00 PM" },
      { days: "Saturday", hours: "10:00 AM to 4:00 PM" },
      { days: "Sunday", hours: "by appointment" },
    ]);
  });

  it("give the delivery hours of the Shipping page", () => {
    expect(deliveryHours).toBe("Monday to Friday 9-6 and Saturday 10-4");
  });
});

describe("the shipping facts", () => {
  // Specification 2.107, 2.108, 2.110, 9.26
  it("say what the specification says as long as the owner changes nothing", () => {
    expect(shippingFacts(SETTINGS_DEFAULTS.shipping)).toEqual([
      {
        id: "standard",
        label: "Standard",
        estimate: "5-7 business days",
        price: "$15, free over $200",
        reach: "In Guyana",
      },
      {
        id: "express",
        label: "Express",
        estimate: "2-3 business days",
        price: "$25 flat",
        reach: "In Guyana",
      },
      {
        id: "georgetown-same-day",
        label: "Georgetown same-day",
        estimate: "Same day for orders before 2 PM",
        price: "$10 flat",
        reach: "In Georgetown, Guyana",
      },
      {
        id: "international",
        label: "International",
        estimate: "7-21 business days",
        price: "$45 flat",
        reach: "Worldwide, outside Guyana",
      },
    ]);
    expect(internationalEstimate(SETTINGS_DEFAULTS.shipping)).toBe("7-21 business days");
  });

  it("leave out what the owner switched off", () => {
    const [standard, ...others] = SETTINGS_DEFAULTS.shipping.methods;
    const off = others.map((method) => ({ ...method, enabled: false }));
    const settings = {
      ...SETTINGS_DEFAULTS.shipping,
      methods: standard ? [standard, ...off] : off,
    };
    expect(shippingFacts(settings).map((fact) => fact.id)).toEqual(["standard"]);
    expect(internationalEstimate(settings)).toBeNull();
  });

  it("show cents only where there are some, and call nothing 'free'", () => {
    expect(shortPrice(2500)).toBe("$25");
    expect(shortPrice(123_450)).toBe("$1,234.50");
    expect(shippingPriceLabel({ priceMinor: 0, freeOverMinor: null })).toBe("free");
    expect(shippingPriceLabel({ priceMinor: 0, freeOverMinor: 20_000 })).toBe("free");
  });
});

test.each([
  [1, "1 day"],
  [30, "30 days"],
  [364, "364 days"],
  [365, "1 year"],
  [730, "2 years"],
])("a period of %i days is called %s", (days, label) => {
  expect(periodLabel(days)).toBe(label);
});
