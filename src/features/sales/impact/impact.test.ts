import fc from "fast-check";
import { expect, test } from "vitest";
import { describeMaterial, formatWork, nameMakers } from "./impact.ts";

test("minutes of work are full hours from one hour on", () => {
  expect([1, 40, 59, 60, 89, 90, 840].map(formatWork)).toEqual([
    "1 minute",
    "40 minutes",
    "59 minutes",
    "1 hour",
    "1 hour",
    "2 hours",
    "14 hours",
  ]);
});

test("no work is written as more than it took by over half an hour", () => {
  fc.assert(
    fc.property(fc.nat(100_000), (minutes) => {
      const [count = "0", unit = ""] = formatWork(minutes).split(" ");
      const said = Number(count) * (unit.startsWith("hour") ? 60 : 1);
      expect(Math.abs(said - minutes)).toBeLessThanOrEqual(30);
    }),
  );
});

test("makers are named as in a sentence", () => {
  const makers = ["Rosa", "Asha", "Mala"].map((name) => ({ name }));
  expect([0, 1, 2, 3].map((count) => nameMakers(makers.slice(0, count)))).toEqual([
    "",
    "Rosa",
    "Rosa and Asha",
    "Rosa, Asha and Mala",
  ]);
  expect(nameMakers(makers.slice(0, 1), 1)).toBe("Rosa and one other maker");
  expect(nameMakers([], 2)).toBe("two makers");
});

test("a material is described by what is known of it", () => {
  const linen = { name: "Sand linen", composition: "100 % linen", origin: "Ireland" };
  expect(describeMaterial(linen)).toBe("Sand linen, 100 % linen, from Ireland");
  expect(describeMaterial({ ...linen, composition: "", origin: "" })).toBe("Sand linen");
});
