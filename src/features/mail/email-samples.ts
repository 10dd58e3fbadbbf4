import type { SampleFacts } from "./email.ts";

export const SAMPLE_CUSTOMER = "asha@example.com";
export const SAMPLE_DATE = new Date("2026-11-20T14:00:00Z");

export const sampleGown = {
  name: "Kaieteur Gown",
  size: "Custom",
  colorName: "Ivory",
  quantity: 1,
};
export const sampleTie = {
  name: "Silk Tie",
  size: "One Size",
  colorName: "Hibiscus",
  quantity: 2,
};

/** What emails about an order share. */
export const sampleOrder = (facts: SampleFacts) => ({
  ...facts,
  orderNumber: "8A6E0804…",
  orderUrl: `${facts.siteUrl}/profile/orders`,
  addressLines: ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"],
});
