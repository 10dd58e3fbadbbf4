import { describe, expect, it } from "vitest";
import { isId, newId, newOrderId } from "./ids.ts";

describe("ids", () => {
  it("made one after the other sort by time", () => {
    const ids = Array.from({ length: 200 }, newId);
    expect(ids.toSorted()).toEqual(ids);
  });

  it("of orders differ in their first eight characters", () => {
    const numbers = new Set(Array.from({ length: 1_000 }, () => newOrderId().slice(0, 8)));
    expect(numbers.size).toBeGreaterThan(995);
  });

  it("from outside are recognized or refused", () => {
    expect(isId(newId())).toBe(true);
    for (const wrong of ["", "1", "../etc", "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz", "%00"]) {
      expect(isId(wrong)).toBe(false);
    }
  });
});
