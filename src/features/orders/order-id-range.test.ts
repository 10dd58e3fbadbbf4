import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isId } from "#core/ids.ts";
import { orderIdRange } from "./order-id-range.ts";

describe("searching by order number", () => {
  test("takes the number as the shop writes it, its beginning, or the whole id", () => {
    const range = {
      first: "8a6e0804-0000-0000-0000-000000000000",
      last: "8a6e0804-ffff-ffff-ffff-ffffffffffff",
    };
    expect(orderIdRange("8a6e0804…")).toEqual(range);
    expect(orderIdRange("#8A6E0804")).toEqual(range);
    expect(orderIdRange("8a6e0804...")).toEqual(range);
    const id = "8a6e0804-2bd0-4672-b79d-d97027f9071a";
    expect(orderIdRange(id)).toEqual({ first: id, last: id });
  });

  test("an e-mail address is no order number", () => {
    expect(orderIdRange("rosa@example.com")).toBeNull();
    expect(orderIdRange("")).toBeNull();
  });

  test("every id lies in the range of each of its beginnings", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 36 }), (id, length) => {
        const range = orderIdRange(id.slice(0, length).replace(/-$/, ""));
        expect(range && isId(id) && range.first <= id && id <= range.last).toBe(true);
      }),
    );
  });
});
