import fc from "fast-check";
import { expect, test } from "vitest";
import { planVariants } from "./variant-plan.ts";

const unpriced = { priceMinor: null, compareAtMinor: null, fileCells: {} };
const stored = { id: "1", size: "S", color: "", sku: "S-1", stockCount: 5, held: 0, ...unpriced };
const draft = { sizes: ["S"], colors: [], variants: [] };
const submitted = {
  size: "S",
  color: "",
  kind: "counted" as const,
  stock: 5,
  knownStock: 5,
  sku: "",
};

test("the owner's change is added to the current stock and never makes it negative", () => {
  const items = fc.nat(1000);
  fc.assert(
    fc.property(items, items, items, (version, stock, now) => {
      const plan = planVariants(
        [{ ...stored, stockCount: now }],
        { ...draft, variants: [{ ...submitted, knownStock: version, stock }] },
        "gown",
      );
      const next = now + stock - version;
      expect(plan.ok).toBe(next >= 0);
      if (plan.ok) expect(plan.keep[0]).toMatchObject({ id: "1", stockCount: next, sku: "S-1" });
    }),
  );
});

test("a variant missing in the form is made to order, and one not sold is removed", () => {
  expect(planVariants([], draft, "gown")).toEqual({
    ok: true,
    keep: [{ id: null, size: "S", color: "", sku: "GOWN-S", stockCount: null, ...unpriced }],
    remove: [],
  });
  const none = { ...draft, variants: [{ ...submitted, kind: "not_sold" as const }] };
  expect(planVariants([stored], none, "gown")).toEqual({ ok: true, keep: [], remove: ["1"] });
});

test("a reserved variant cannot be removed, and a SKU is unique", () => {
  expect(planVariants([{ ...stored, held: 1 }], { ...draft, sizes: ["M"] }, "gown").ok).toBe(false);
  const twice = {
    ...draft,
    sizes: ["S", "M"],
    variants: [submitted, { ...submitted, size: "M", sku: "S-1" }],
  };
  expect(planVariants([stored], twice, "gown")).toEqual({
    ok: false,
    code: "sku_in_use",
    text: "The SKU S-1 stands twice",
    at: { size: "M", color: "", field: "sku" },
  });
});
