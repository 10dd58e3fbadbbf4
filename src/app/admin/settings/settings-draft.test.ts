import { expect, test } from "vitest";
import { settingsInput } from "#features/settings/settings-input.ts";
import { GENERAL_DEFAULTS, SHIPPING_DEFAULTS } from "#features/settings/stored-settings.ts";
import { storedSettings as loaded } from "#tests/support/stored-settings.ts";
import { changedSections, partOfProblem, problemsIn, toSave } from "./settings-draft.ts";

test("only what was changed is sent, with the version it was changed from", () => {
  expect(changedSections(loaded.values, loaded)).toEqual([]);
  const values = { ...loaded.values, general: { ...GENERAL_DEFAULTS, siteName: "Essequibo" } };
  expect(changedSections(values, loaded)).toEqual(["general"]);
  const body = toSave(values, loaded, ["general"]);
  expect(body).toEqual({ general: { version: 3, value: values.general } });
  expect(settingsInput.safeParse(body).success).toBe(true);
});

test("each mistake has its place and its words, and its inner tab is found", () => {
  const [standard, ...others] = SHIPPING_DEFAULTS.methods;
  if (!standard) throw new Error("no method");
  const values = {
    ...loaded.values,
    general: { ...GENERAL_DEFAULTS, siteName: " ", contactEmail: "nobody" },
    footer: { links: [{ text: "", url: "javascript:alert(1)" }] },
    shipping: {
      ...SHIPPING_DEFAULTS,
      methods: [{ ...standard, priceMinor: Number.NaN }, ...others],
    },
  };
  const problems = problemsIn(values, changedSections(values, loaded));
  expect(problems).toMatchObject({
    "general.siteName": "Site name is required",
    "general.contactEmail": "Please enter a valid email address",
    "footer.links.0.text": "Text is required",
    "footer.links.0.url": expect.stringContaining("https://"),
    "shipping.methods.0.priceMinor": "Please enter an amount.",
  });
  expect(partOfProblem("shipping.methods.0.priceMinor")).toBe("shipping");
  expect(partOfProblem("cart.footerText")).toBe("notices");
});

test("a shop that ships in no way at all is not saved", () => {
  const methods = SHIPPING_DEFAULTS.methods.map((method) => ({ ...method, enabled: false }));
  expect(
    problemsIn({ ...loaded.values, shipping: { ...SHIPPING_DEFAULTS, methods } }, ["shipping"]),
  ).toEqual({
    "shipping.methods": "At least one way of shipping must be on: without one, nobody can order.",
  });
});

test.each([
  "/about",
  "/collections/lounge-wear?page=2",
  "https://example.com/a",
  "HTTPS://EXAMPLE.COM",
])("a footer link may lead to %s", (url) => {
  const footer = { links: [{ text: "Link", url }] };
  expect(problemsIn({ ...loaded.values, footer }, ["footer"])).toEqual({});
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "http://example.com",
  "//example.com",
  "/\\example.com",
  "https://",
  "https:///example.com",
  "about",
  "mailto:a@example.com",
  "/a b",
])("a footer link never leads to %s", (url) => {
  const footer = { links: [{ text: "Link", url }] };
  expect(Object.keys(problemsIn({ ...loaded.values, footer }, ["footer"]))).toEqual([
    "footer.links.0.url",
  ]);
});
