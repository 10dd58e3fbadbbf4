import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceText, parseDifference, termsInput } from "./terms-form.ts";

test("a price difference is read as it is shown, with any sign", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (minor) => {
      expect(parseDifference(differenceText(minor))).toBe(minor);
    }),
  );
  expect(["+35", "−5", " 12.5 ", ""].map(parseDifference)).toEqual([3_500, -500, 1_250, 0]);
  expect(["1e3", "--5", "a", "1.234"].map(parseDifference)).toEqual([null, null, null, null]);
});

const choice = (name: string, more: object = {}) => ({ name, price: "", ...more });
const group = (name: string, kind = "choice", choices = [choice("One")]) => ({
  name,
  kind,
  choices,
});
const pathsOf = (groups: unknown[], more = {}) =>
  termsInput
    .safeParse({ version: 0, measurements: ["chest"], groups, ...more })
    .error?.issues.map(({ path }) => path.join("."));

test("names are given once, one option is the cloth and one the lining, and each option has a choice", () => {
  expect(pathsOf([group("Lapel"), group("lapel")])).toEqual(["groups.1.name"]);
  const cloth = group("Cloth", "cloth");
  expect(pathsOf([cloth, group("Lining", "cloth")])).toEqual(["groups.1.kind"]);
  expect(pathsOf([cloth, group("Lining", "lining")])).toBeUndefined();
  const linings = [group("Lining", "lining"), group("Futter", "lining")];
  expect(pathsOf([cloth, ...linings])).toEqual(["groups.2.kind"]);
  expect(pathsOf([group("Lapel", "choice", [])])).toEqual(["groups.0.choices"]);
  expect(pathsOf([group("Lapel", "choice", [choice("A"), choice("a")])])).toEqual([
    "groups.0.choices.1.name",
  ]);
});

test("an option has one choice as pictured at most", () => {
  const choices = [{ pictured: true }, {}, { pictured: true }].map((more, index) =>
    choice(`${index}`, more),
  );
  expect(pathsOf([group("Lapel", "choice", choices)])).toEqual(["groups.0.choices.2.pictured"]);
  expect(pathsOf([group("Lapel", "choice", choices.slice(1))])).toBeUndefined();
});

test("what is offered needs a measurement, and amounts must be readable", () => {
  expect(pathsOf([], { offered: "yes", measurements: [] })).toEqual(["measurements"]);
  expect(pathsOf([], { surcharge: "-1", extraDays: "366", clothLength: "101" })).toEqual([
    "surcharge",
    "extraDays",
    "clothLength",
  ]);
  expect(pathsOf([], { surcharge: "49.50", extraDays: "0", clothLength: "3,5" })).toBeUndefined();
});

test("what is offered says what it changes on the pattern, and what is made by hand says what", () => {
  const one = (more: object, kind = "choice") => [group("Front", kind, [choice("One", more)])];
  expect(pathsOf(one({ offered: true }))).toEqual(["groups.0.choices.0.effect"]);
  expect(pathsOf(one({ offered: true }, "cloth"))).toBeUndefined();
  expect(pathsOf(one({ effect: "" }))).toBeUndefined();
  expect(pathsOf(one({ offered: true, effect: "length:knee" }))).toBeUndefined();
  expect(pathsOf(one({ effect: "length:nowhere" }))).toEqual(["groups.0.choices.0.effect"]);
  expect(pathsOf(one({ effect: "by_hand", effectNote: " " }))).toEqual([
    "groups.0.choices.0.effectNote",
  ]);
});
