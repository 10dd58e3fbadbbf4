import { expect, it } from "vitest";
import { postalParts } from "./postal-address.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";

it.each([
  [
    SETTINGS_DEFAULTS.general.address,
    { street: "27½ Water Street", locality: "Georgetown", country: "GY" },
  ],
  [
    "Unit 4\n12 Camp Street\nGeorgetown\nGuyana",
    { street: "Unit 4, 12 Camp Street", locality: "Georgetown", country: "GY" },
  ],
  [
    "1 High Street, Bridgetown, Barbados",
    { street: "1 High Street", locality: "Bridgetown", country: "Barbados" },
  ],
  ["5 Main Street, Linden", { street: "5 Main Street", locality: "Linden", country: null }],
  ["By appointment", { street: "By appointment", locality: null, country: null }],
  ["", { street: "", locality: null, country: null }],
])("reads %j", (address, parts) => expect(postalParts(address)).toEqual(parts));
