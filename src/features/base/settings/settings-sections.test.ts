import { describe, expect, it, test } from "vitest";
import { SETTINGS_TABS } from "./setting-description.ts";
import {
  completeSection,
  readSettingsTab,
  SECTION_NAMES,
  SETTINGS_DEFAULTS,
  SETTINGS_SECTIONS,
  sectionsOf,
  settingFieldLabel,
  settingsQuery,
} from "./settings-sections.ts";

// Specification 2.153
test("every tab's own URL opens it, and any other opens General", () => {
  for (const { value } of SETTINGS_TABS) {
    expect(readSettingsTab(new URLSearchParams(settingsQuery(value)))).toBe(value);
  }
  expect(readSettingsTab(new URLSearchParams("part=constructor"))).toBe("general");
});

test("every section stands in exactly one tab", () => {
  const shown = SETTINGS_TABS.flatMap(({ value }) => sectionsOf(value));
  expect(shown.sort()).toEqual([...SECTION_NAMES].sort());
});

describe("the default settings", () => {
  // Specification 3.17, 3.18
  it.each(SECTION_NAMES)("could be saved from the CMS unchanged: %s", (name) => {
    const defaults = SETTINGS_DEFAULTS[name];
    expect(SETTINGS_SECTIONS[name].schema.parse(defaults)).toEqual(defaults);
  });

  it.each(SECTION_NAMES)("fill what an earlier version did not store yet: %s", (name) => {
    const defaults: Readonly<Record<string, unknown>> = SETTINGS_DEFAULTS[name];
    const { schema } = SETTINGS_SECTIONS[name];
    expect(schema.parse(completeSection(name, {}))).toEqual(defaults);
    for (const field of Object.keys(defaults)) {
      const earlier = Object.fromEntries(
        Object.entries(defaults).filter(([each]) => each !== field),
      );
      expect(schema.parse(completeSection(name, earlier))).toEqual(defaults);
    }
    expect(completeSection(name, "nothing")).toBeNull();
  });

  it("give the times and prices of the Shipping page", () => {
    const facts = SETTINGS_DEFAULTS.shipping.methods.map((method) => [
      method.id,
      method.minBusinessDays,
      method.maxBusinessDays,
      method.beforeHour,
    ]);
    expect(facts).toEqual([
      ["standard", 5, 7, null],
      ["express", 2, 3, null],
      ["georgetown-same-day", 0, 0, 14],
      ["international", 7, 21, null],
    ]);
  });
});

test("the log names a field as the form does, also one of a list", () => {
  expect(settingFieldLabel("general", "contactEmail")).toBe("Contact Email");
  expect(settingFieldLabel("shipping", "freeOverMinor")).toBe("Free over ($)");
  expect(settingFieldLabel("cart", "unknown")).toBeNull();
  expect(settingFieldLabel("integrations", "secretHint")).toBeNull();
});

test("closed days are days that exist", () => {
  const accepts = (closedDays: string) =>
    SETTINGS_SECTIONS.shipping.schema.safeParse({ ...SETTINGS_DEFAULTS.shipping, closedDays })
      .success;
  expect(accepts("")).toBe(true);
  expect(accepts("2027-03-22, 2027-05-17\n2027-10-29")).toBe(true);
  for (const wrong of ["2027-02-30", "22 March", "2027-13-01"]) expect(accepts(wrong)).toBe(false);
});

describe("a footer link", () => {
  const accepts = (url: string) =>
    SETTINGS_SECTIONS.footer.schema.safeParse({ links: [{ text: "Link", url }] }).success;

  it.each(["/shop", "https://newdawn.example"])("may be %s", (url) =>
    expect(accepts(url)).toBe(true),
  );
  it.each([
    "javascript:alert(1)",
    "//elsewhere.example",
    "http://plain.example",
    "data:text/html,x",
    "mailto:a@b.gy",
    "",
  ])("may not be %j", (url) => expect(accepts(url)).toBe(false));
});
