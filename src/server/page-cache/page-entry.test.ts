import fc from "fast-check";
import { expect, test } from "vitest";
import { pageKeyOf } from "./page-entry.ts";

test("parameters that change nothing on the page leave no trace in the key", () => {
  expect(pageKeyOf("/shop?utm_source=mail&page=2&fbclid=x")).toEqual({
    key: "/shop?page=2",
    pathname: "/shop",
    hasParameters: true,
    isExact: false,
  });
  expect(pageKeyOf("/shop?fbclid=x")?.key).toBe("/shop");
});

test("the order in which parameters were typed makes no second entry", () => {
  expect(pageKeyOf("/shop?sort=new&color=red&page=2")?.key).toBe(
    pageKeyOf("/shop?page=2&color=red&sort=new")?.key,
  );
});

test("several values of one parameter keep their order", () => {
  expect(pageKeyOf("/shop?color=red&color=blue")?.key).toBe("/shop?color=red&color=blue");
});

test("an address longer than any page of the shop is not kept", () => {
  expect(pageKeyOf(`/shop?q=${"x".repeat(600)}`)).toBeNull();
  expect(pageKeyOf(`/${"x".repeat(600)}`)).toBeNull();
});

test("a key read again is the same key, and exact", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("page", "q", "color", "utm_x"), fc.string())),
      (pairs) => {
        const first = pageKeyOf(`/shop?${new URLSearchParams(pairs)}`);
        if (!first) return;
        const again = pageKeyOf(first.key);
        expect(again?.key).toBe(first.key);
        expect(again?.isExact).toBe(true);
      },
    ),
  );
});
