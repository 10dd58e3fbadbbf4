import { expect, test } from "vitest";
import { parseStep, parseUnit, productSizePath, sizeAdvicePath, wizardPath } from "./wizard-url.ts";

// Specification 4.39
test("a step that does not exist is the first, a unit that does not exist is none", () => {
  expect(["1", "2", "3", "4", "", "-1", null].map(parseStep)).toEqual([1, 2, 3, 1, 1, 1, 1]);
  expect(["cm", "inches", "feet", null].map(parseUnit)).toEqual(["cm", "inches", null, null]);
});

test("the first step has the wizard's own address, the others name theirs and keep product and unit", () => {
  expect(wizardPath({ step: 1, productId: null, unit: null })).toBe("/measurement");
  expect(wizardPath({ step: 3, productId: "p1", unit: "cm" })).toBe(
    "/measurement?product=p1&step=3&unit=cm",
  );
});

test("an answer's address carries the measures as they were typed", () => {
  expect(sizeAdvicePath({ productId: null, unit: "inches" }, { chest: "34 1/2", waist: "" })).toBe(
    "/measurement/size?unit=inches&chest=34+1%2F2",
  );
});

test("an answer to nothing has no address: the chart in the unit asked for has", () => {
  expect(sizeAdvicePath({ productId: "p1", unit: "cm" }, { chest: "", waist: "" })).toBe(
    "/measurement?product=p1&step=3&unit=cm",
  );
});

test("a product is returned to with the size chosen and the color it had", () => {
  expect(productSizePath({ id: "p1", color: null }, "M")).toBe("/product/p1?size=M");
  expect(productSizePath({ id: "p1", color: "Navy" }, "M")).toBe("/product/p1?color=Navy&size=M");
  expect(productSizePath({ id: "p1", color: null }, null)).toBe("/product/p1");
  expect(wizardPath({ step: 3, productId: "p1", color: "Navy", unit: null })).toBe(
    "/measurement?product=p1&color=Navy&step=3",
  );
});
