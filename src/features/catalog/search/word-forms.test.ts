import { expect, it } from "vitest";
import { otherForms } from "./word-forms.ts";

it.each([
  ["scarves", "scarf"],
  ["scarfs", "scarves"],
  ["scarf", "scarves"],
  ["wives", "wife"],
  ["wife", "wives"],
  ["knives", "knife"],
  ["handkerchieves", "handkerchief"],
  ["women", "woman"],
  ["man", "men"],
  ["children", "child"],
  ["hankies", "hanky"],
  ["dresses", "dress"],
  ["tuxes", "tux"],
])("%j is another form of %j", (word, form) => {
  expect(otherForms(word)).toContain(form);
});

it.each(["linen", "gowns", "tie", "silk", ""])("%j has no form with another stem", (word) => {
  expect(otherForms(word)).toEqual([]);
});
