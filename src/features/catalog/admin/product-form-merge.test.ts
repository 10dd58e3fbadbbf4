import { expect, test } from "vitest";
import { emptyProductForm } from "./product-form.ts";
import { acceptTheirs, differencesOf } from "./product-form-merge.ts";

const base = { ...emptyProductForm(), name: "Gown", description: "Long" };
const variant = { size: "S", color: "", kind: "counted" as const, stock: 5, seen: 5, sku: "S-1" };

test("only another editor's changes are differences, and they say whether both changed the field", () => {
  const mine = { ...base, name: "My gown", care: "Brush" };
  const current = { ...base, name: "Their gown", materials: "Silk" };
  expect(differencesOf(base, mine, current)).toEqual([
    { field: "name", isMine: true },
    { field: "materials", isMine: false },
  ]);
  expect(differencesOf(base, current, current)).toEqual([]);
});

test("accepted fields replace the owner's, the others stay, and the stock is the form's", () => {
  const mine = { ...base, name: "My gown", variants: [{ ...variant, stock: 9 }] };
  const current = {
    ...base,
    name: "Their gown",
    description: "Short",
    variants: [{ ...variant, stock: 7, seen: 7 }],
  };
  expect(acceptTheirs(mine, current, ["description"])).toEqual({
    ...mine,
    description: "Short",
    variants: [{ ...variant, stock: 9, seen: 7 }],
  });
});
