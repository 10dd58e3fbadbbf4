import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHeight } from "#features/body/measurement/length-text.ts";
import {
  EIGHTHS,
  eighthOf,
  FEET_KEY,
  HALF_KEY,
  withEighth,
  withFirstKey,
  withKey,
  withoutLast,
} from "./value-keys.ts";

const keyed = (keys: readonly string[], text = "") => keys.reduce(withKey, text);

describe("the number pad", () => {
  test("writes what is pressed", () => {
    expect(keyed(["6", "7"])).toBe("67");
    expect(keyed(["9", "8", "."])).toBe("98.");
    expect(keyed(["9", "8", HALF_KEY])).toBe("98.5");
    expect(keyed(["5", FEET_KEY, "7"])).toBe("5'7");
  });

  test("keeps a fraction that was chosen before the whole number", () => {
    expect(keyed(["6", "7"], withEighth("", "3/4"))).toBe("67 3/4");
    expect(keyed(["8"], "6 3/4")).toBe("68 3/4");
  });

  test.each([
    ["98.5", "."],
    ["98.5", HALF_KEY],
    ["5'7", FEET_KEY],
    ["57", FEET_KEY],
    ["1720", "1"],
    ["67 3/4", "."],
  ])("%s stays as it is after %s", (text, key) => {
    expect(withKey(text, key)).toBe(text);
  });

  test("takes back the fraction first, then a digit at a time", () => {
    expect(withoutLast("67 3/4")).toBe("67");
    expect(withoutLast('67 3/4"')).toBe("67");
    expect(withoutLast("67")).toBe("6");
    expect(withoutLast("5'")).toBe("5");
    expect(withoutLast("")).toBe("");
  });
});

describe("the eighths beside the field", () => {
  test.each([
    ["66", "1/2", "66 1/2"],
    ["66 1/4", "1/2", "66 1/2"],
    ['66 1/4"', "1/2", "66 1/2"],
    ["66.25", "1/2", "66 1/2"],
    ["5'7", "1/2", "5'7 1/2"],
    ["", "1/2", "1/2"],
    ["66 1/2", "", "66"],
    ["", "", "0"],
  ])("%s becomes with %s %s", (text, eighth, expected) => {
    expect(withEighth(text, eighth)).toBe(expected);
  });

  test("show which one a text has, however it was typed", () => {
    expect(['66 1/2"', "66-1/2", "66 1/2 in", "1/2"].map(eighthOf)).toEqual(Array(4).fill("1/2"));
    expect(["66", "66 1/", "66 1/3", "66.5", ""].map(eighthOf)).toEqual(Array(5).fill(""));
  });

  test("every text of keys and eighths is a length, and an eighth changes the fraction alone", () => {
    const digits = fc.array(fc.constantFrom(..."123456789"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom(...EIGHTHS),
        fc.constantFrom(...EIGHTHS),
        (keys, one, other) => {
          const text = withEighth(withEighth(keyed(keys), one), other);
          expect(text).toBe(`${keys.join("")} ${other}`);
          expect(parseHeight(text, "inches").ok).toBe(true);
          expect(eighthOf(text)).toBe(other);
        },
      ),
    );
  });
});

test("the first digit replaces the value that is known, and half a centimeter is added to it", () => {
  expect(withFirstKey("73.3", "7")).toBe("7");
  expect(withFirstKey('28 7/8"', "2")).toBe("2");
  expect(withFirstKey("73", ".5")).toBe("73.5");
  expect(withFirstKey("", "8")).toBe("8");
});
