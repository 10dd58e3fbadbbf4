import { expect, test } from "vitest";
import { SECTION_NAMES } from "#features/settings/settings-input.ts";
import { readSettingsPart, SETTINGS_PARTS, settingsQuery } from "./settings-url.ts";

// Specification 2.153
test("every inner tab's own address opens it, and any other opens General", () => {
  for (const { value } of SETTINGS_PARTS) {
    expect(readSettingsPart(new URLSearchParams(settingsQuery(value)))).toBe(value);
  }
  expect(readSettingsPart(new URLSearchParams("part=constructor"))).toBe("general");
});

test("every section that can be saved stands in exactly one inner tab", () => {
  expect(SETTINGS_PARTS.flatMap(({ sections }) => [...sections]).sort()).toEqual(
    [...SECTION_NAMES].sort(),
  );
});
