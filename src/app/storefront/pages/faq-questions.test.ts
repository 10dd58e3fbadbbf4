import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { faqPage, faqQuestions } from "./faq-questions.ts";

const questions = faqQuestions(SETTINGS_DEFAULTS.shipping);
const responseOf = (id: string) => questions.find((each) => each.id === id)?.response.join(" ");

describe("the questions page", () => {
  // Specification 2.102
  it("asks eight questions, each with an address of its own", () => {
    expect(new Set(questions.map((each) => each.id)).size).toBe(8);
  });

  it.each([
    ["ai-virtual-fitting", "not be stored after processing"],
    ["ai-accuracy", "typically within 1-2cm"],
    ["alterations", "Free AI-Fit Remeasurement"],
    ["custom-timeline", "2-4 weeks"],
    ["international-shipping", "7-21 business days"],
    ["international-shipping", "Customs duties may apply"],
    ["returns", "30 days"],
    ["returns", "not returnable unless they are defective"],
    // Specification 2.102, 2.103, 2.104, 2.105, 2.106, 9.26
  ])("answers %s with the specification's '%s'", (id, text) => {
    expect(responseOf(id)).toContain(text);
  });

  it("promises no shipping abroad when the owner offers none", () => {
    const [response] = faqQuestions({ ...SETTINGS_DEFAULTS.shipping, methods: [] }).filter(
      (each) => each.id === "international-shipping",
    );
    expect(response?.response.join(" ")).not.toMatch(/business days|worldwide/);
  });

  it("tells search engines the same eight", () => {
    const { mainEntity } = faqPage(questions);
    expect(mainEntity.map((each) => each.name)).toEqual(questions.map((each) => each.question));
  });
});
