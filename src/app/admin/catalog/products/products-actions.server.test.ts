import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runAdminAction } from "#app/web/admin-action.server.ts";
import type { ActionResult } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { productsActions } from "./products-actions.server.ts";

const bench = adminSuite();

/** Posts a change of these products like the page's script. */
async function change(name: string, ids: readonly string[]): Promise<ActionResult> {
  const body = new FormData();
  body.append("intent", "change-products");
  body.append("change", name);
  for (const [index, id] of ids.entries()) {
    const [row] = await bench.db.select().from(products).where(eq(products.id, id));
    body.append(`products[${index}]`, `${id}:${row?.version}`);
  }
  const request = new Request("http://shop.example/admin.data", {
    method: "POST",
    body,
    headers: { "x-requested-with": "test" },
  });
  const context = { deps: bench as unknown as AppDeps, actor: bench.actor };
  return (await runAdminAction(request, context, [productsActions])).data;
}

async function aDraft(name: string, changes: { garmentType: string; sizes: string[] }) {
  const id = await addProduct(bench.db, name, { garmentType: changes.garmentType });
  await bench.db
    .update(products)
    .set({ draft: true, inStock: false, sizes: changes.sizes })
    .where(eq(products.id, id));
  return id;
}

test("several products are published only when each choice says what it changes; the refusal names product and choices", async () => {
  const termsId = newId();
  const groupId = newId();
  await bench.db.insert(madeToMeasureTerms).values({ id: termsId, garment: "suit" });
  await bench.db.insert(optionGroups).values({ id: groupId, termsId, name: "Lapel", position: 0 });
  await bench.db.insert(optionChoices).values({ id: newId(), groupId, name: "Peak", position: 0 });
  const suit = await aDraft("Stabroek Suit", { garmentType: "suit", sizes: [CUSTOM_SIZE] });
  const ready = await aDraft("Suit in M", { garmentType: "suit", sizes: ["M"] });
  const drafts = () => bench.db.$count(products, eq(products.draft, true));
  const refused = await change("publish", [suit, ready]);
  expect(refused).toMatchObject({
    error: "undescribed",
    notice: {
      title: "Nothing was changed",
      description:
        "Say in “Made to measure: price and options” what these choices change on the pattern: Stabroek Suit (Lapel: Peak).",
    },
  });
  expect(await drafts()).toBe(2);
  expect(await change("feature", [suit])).toMatchObject({ done: true });
  expect(await change("publish", [ready])).toMatchObject({ done: true });
  await bench.db.update(optionChoices).set({ effect: "lapel:peak" });
  expect(await change("publish", [suit])).toMatchObject({ done: true });
  expect(await drafts()).toBe(0);
  await bench.db.delete(madeToMeasureTerms);
});
