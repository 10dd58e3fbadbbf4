import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#core/ids.ts";
import { fail, ok } from "#core/result.ts";
import { productImports } from "#db/schema/product-import.server.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import {
  findFinishedMeasurements,
  saveFinishedMeasurements,
} from "#features/body/size-advice/finished-measurements.server.ts";
import { changeProducts } from "#features/catalog/editing/change-products.server.ts";
import { deleteProducts } from "#features/catalog/editing/delete-products.server.ts";
import { duplicateProduct } from "#features/catalog/editing/duplicate-product.server.ts";
import { restoreProductVersion } from "#features/catalog/editing/restore-product-version.server.ts";
import { restoreProducts } from "#features/catalog/editing/restore-products.server.ts";
import { receiveStock } from "#features/catalog/inventory/change-stock.server.ts";
import { attachImages } from "#features/catalog/product-import/fetch-waiting-images.server.ts";
import { undoNextBatch } from "#features/catalog/product-import/undo-import.server.ts";
import { writeBatch } from "#features/catalog/product-import/write-batch.server.ts";
import { MANY_IN_STOCK } from "#features/catalog/products/product.ts";
import { findPublishObstacle } from "#features/garments/options/undescribed-choices.server.ts";
import { importedProduct } from "./imported-product.ts";
import type { OwnerBench, Step } from "./owner-bench.ts";

function formSteps(bench: OwnerBench): Step[] {
  const images = (...ids: string[]) =>
    ids.map((mediaId, index) => ({ mediaId, altText: "", primary: index === 0 }));
  return [
    {
      what: "a new product",
      by: "editing/save-product",
      page: () => "/shop",
      write: () => bench.saveGown({ price: "249" }),
      shows: () => "Gown",
    },
    {
      what: "a product's words and price",
      by: "editing/save-product",
      page: bench.gownPage,
      write: () => bench.saveGown({ name: "Essequibo Dress", price: "310.50" }),
      shows: () => "31050",
    },
    {
      what: "a product's pictures",
      by: "editing/save-product",
      page: bench.gownPage,
      write: () => bench.saveGown({ images: images(bench.there.front, bench.there.back) }),
      shows: () => bench.there.back,
    },
    {
      what: "a product's sizes and colours",
      by: "editing/save-product",
      page: bench.gownPage,
      write: () => bench.saveGown({ sizes: ["XXL"], colors: [{ hex: "#0F0", name: "Lime" }] }),
      shows: () => "Lime",
    },
    {
      what: "an earlier version of a product",
      by: "editing/restore-product-version",
      page: bench.gownPage,
      gone: true,
      write: async () => {
        const { version } = await bench.currentProduct();
        return restoreProductVersion(
          { ...bench.deps(), findPublishObstacle },
          {
            actor: bench.actor(),
            entryId: await bench.latest(),
            version,
          },
        );
      },
      shows: () => "Lime",
    },
  ];
}

function bulkSteps(bench: OwnerBench): Step[] {
  const bulk = async (change: { inStock?: boolean; featured?: boolean }) =>
    changeProducts(bench.deps(), {
      actor: bench.actor(),
      changes: [{ ...(await bench.currentProduct()), change }],
    });
  return [
    {
      what: "a change of many: featured",
      by: "editing/change-products",
      page: () => "/",
      write: () => bulk({ featured: true }),
      shows: () => "Essequibo Dress",
    },
    {
      what: "a change of many: out of stock",
      by: "editing/change-products",
      page: () => "/shop",
      gone: true,
      write: () => bulk({ inStock: false }),
      shows: () => "Essequibo Dress",
    },
    {
      what: "the undo of a change of many",
      by: "editing/change-products",
      page: () => "/shop",
      write: () => bulk({ inStock: true }),
      shows: () => "Essequibo Dress",
    },
  ];
}

function deletionSteps(bench: OwnerBench): Step[] {
  return [
    {
      what: "a deleted product",
      by: "editing/delete-products",
      page: () => "/shop",
      gone: true,
      write: async () =>
        deleteProducts(bench.deps(), {
          actor: bench.actor(),
          products: [await bench.currentProduct()],
        }),
      shows: () => "Essequibo Dress",
    },
    {
      what: "the undo of deleting a product",
      by: "editing/restore-products",
      page: () => "/shop",
      write: async () =>
        restoreProducts(bench.deps(), {
          actor: bench.actor(),
          products: [await bench.currentProduct()],
        }),
      shows: () => "Essequibo Dress",
    },
    {
      what: "a product deleted and put back from the log",
      by: "editing/restore-product-version",
      page: bench.gownPage,
      write: async () => {
        const gone = await deleteProducts(bench.deps(), {
          actor: bench.actor(),
          products: [await bench.currentProduct()],
        });
        if (!gone.ok) return gone;
        for (const { see } of bench.processes())
          expect((await see(bench.gownPage())).status).toBe(404);
        const { version } = await bench.currentProduct();
        return restoreProductVersion(
          { ...bench.deps(), findPublishObstacle },
          {
            actor: bench.actor(),
            entryId: await bench.latest(),
            version,
          },
        );
      },
      shows: () => "",
    },
  ];
}

function importSteps(bench: OwnerBench): Step[] {
  let importId = "";
  return [
    {
      what: "a product of an imported file",
      by: "product-import/try-batch",
      page: () => "/shop",
      write: async () => {
        const actor = bench.actor();
        if (!isAdmin(actor)) return fail("forbidden");
        const batch = await importedProduct(bench.deps().db, actor, "Sheeted Shirt");
        importId = batch.importId;
        return (await writeBatch({ ...bench.deps(), findPublishObstacle }, batch))
          ? ok(null)
          : fail("over");
      },
      shows: () => "Sheeted Shirt",
    },
    {
      what: "an import that is undone",
      by: "product-import/undo-next-batch",
      page: () => "/shop",
      write: async () => {
        const actor = bench.actor();
        if (!isAdmin(actor)) return fail("forbidden");
        const { db } = bench.deps();
        await db
          .update(productImports)
          .set({ status: "undoing" })
          .where(eq(productImports.id, importId));
        return (await undoNextBatch(bench.deps(), { importId, actor })) ? ok(null) : fail("over");
      },
      shows: () => "Sheeted Shirt",
      gone: true,
    },
    {
      what: "an imported image that was fetched later",
      by: "product-import/attach-images",
      page: bench.gownPage,
      write: async () => {
        const actor = bench.actor();
        if (!isAdmin(actor)) return fail("forbidden");
        const { fetched, gown } = bench.there;
        const image = {
          id: newId(),
          productId: gown,
          url: "",
          altText: "",
          color: "",
          position: 9,
          problem: "",
        };
        return attachImages(bench.deps(), actor, gown, [{ ...image, mediaId: fetched }]);
      },
      shows: () => bench.there.fetched,
    },
  ];
}

function sizeSteps(bench: OwnerBench): Step[] {
  return [
    {
      what: "pieces that came in of a size that was sold out",
      by: "inventory/change-stock",
      page: bench.gownPage,
      write: async () => {
        const soldOut = {
          size: "M",
          color: "",
          kind: "counted" as const,
          stock: 0,
          knownStock: null,
        };
        const saved = await bench.saveGown({ variants: [{ ...soldOut, sku: "GOWN-M" }] });
        if (!saved.ok) return saved;
        for (const { see } of bench.processes()) await see(bench.gownPage());
        const arrived = { sku: "GOWN-M", quantity: 89, note: "" };
        return receiveStock(bench.deps(), { actor: bench.actor(), ...arrived });
      },
      shows: () => `"stockCount":${MANY_IN_STOCK}`,
    },
    {
      what: "what the finished garments of a size measure",
      by: "size-advice/save-finished-measurements",
      page: bench.gownPage,
      write: async () => {
        const saved = await bench.saveGown({ sizes: ["M"] });
        if (!saved.ok) return saved;
        for (const { see } of bench.processes()) await see(bench.gownPage());
        const actor = bench.actor();
        const id = bench.there.gown;
        const found = await findFinishedMeasurements(bench.deps().db, { actor, id });
        if (!found.ok || !found.value) return fail("not found");
        const { version } = found.value;
        const measures = { M: { chest: 1_063 } };
        return saveFinishedMeasurements(bench.deps(), { actor, id, version, measures });
      },
      shows: () => "1063",
    },
  ];
}

function copyStep(bench: OwnerBench): Step {
  return {
    what: "a copy of a product",
    by: "editing/duplicate-product",
    page: () => `/product/${bench.there.copy}`,
    write: async () => {
      const copy = await duplicateProduct(bench.deps(), {
        actor: bench.actor(),
        productId: bench.there.gown,
      });
      if (!copy.ok) return copy;
      bench.there.copy = copy.value.id;
      // A draft has no page.
      return changeProducts(bench.deps(), {
        actor: bench.actor(),
        changes: [{ id: copy.value.id, version: 1, change: { draft: false, inStock: true } }],
      });
    },
    shows: () => "Essequibo Dress (copy)",
  };
}

/** The owner's steps with products, which build on each other. */
export function productSteps(bench: OwnerBench): Step[] {
  return [
    ...formSteps(bench),
    ...bulkSteps(bench),
    ...deletionSteps(bench),
    ...importSteps(bench),
    ...sizeSteps(bench),
    copyStep(bench),
  ];
}
