import { expect, test } from "vitest";
import { greekInLatin } from "./greek-in-latin.ts";

test("Greek names are read in Latin letters, and everything else stays as it is", () => {
  expect(greekInLatin("Θάλεια Ψαρρά")).toBe("Thaleia Psarra");
  expect(greekInLatin("Άγγελος ΐ")).toBe("Aggelos i");
  expect(greekInLatin("Núria, Анна, Nguyễn: 5 µm · Ω")).toBe("Núria, Анна, Nguyễn: 5 µm · O");
});
