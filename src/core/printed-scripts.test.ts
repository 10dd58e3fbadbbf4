import { expect, test } from "vitest";
import { SAMPLE_NAMES } from "#tests/support/sample-names.ts";
import { findUnprintedLetter } from "./printed-scripts.ts";

test("names of every language have a script that papers are printed in", () => {
  for (const { name, street } of SAMPLE_NAMES)
    expect(findUnprintedLetter(`${name} ${street}`)).toBeNull();
});

test("the first letter of a script without a font is found", () => {
  expect(findUnprintedLetter("R.𓀀")).toBe("𓀀");
  expect(findUnprintedLetter("𐎠𐎡")).toBe("𐎠");
  expect(findUnprintedLetter("R.S. 12 &'-")).toBeNull();
});
