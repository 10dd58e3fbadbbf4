import { createCategory } from "#features/catalog/categories/create-category.server.ts";
import { deleteCategory } from "#features/catalog/categories/delete-category.server.ts";
import { restoreCategoryVersion } from "#features/catalog/categories/restore-category-version.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import type { OwnerBench, Step } from "./owner-bench.ts";

export function categorySteps(bench: OwnerBench): Step[] {
  return [
    {
      what: "a category's name",
      by: "categories/update-category",
      page: bench.gownPage,
      write: async () =>
        updateCategory(bench.deps(), {
          actor: bench.actor(),
          version: await bench.categoryVersion(bench.there.kaftans),
          category: { name: "Robes", description: "" },
        }),
      shows: () => "Robes",
    },
    {
      what: "an earlier name of a category",
      by: "categories/restore-category-version",
      page: bench.gownPage,
      write: async () => {
        const { version } = await bench.categoryVersion(bench.there.kaftans);
        return restoreCategoryVersion(bench.deps(), {
          actor: bench.actor(),
          entryId: await bench.latest(),
          version,
        });
      },
      shows: () => "Kaftans",
    },
    {
      what: "a deleted category",
      by: "categories/delete-category",
      page: bench.gownPage,
      gone: true,
      write: async () =>
        deleteCategory(bench.deps(), {
          actor: bench.actor(),
          category: await bench.categoryVersion(bench.there.kaftans),
        }),
      shows: () => "Kaftans",
    },
    {
      what: "the undo of deleting a category",
      by: "categories/restore-category-version",
      page: bench.gownPage,
      write: async () =>
        restoreCategoryVersion(bench.deps(), {
          actor: bench.actor(),
          entryId: await bench.latest(),
          version: 0,
        }),
      shows: () => "Kaftans",
    },
    {
      what: "a system category's words, in the menu",
      by: "categories/update-category",
      page: () => "/shop",
      write: async () =>
        updateCategory(bench.deps(), {
          actor: bench.actor(),
          version: await bench.categoryVersion(bench.there.evening),
          category: { name: "Evening Elegance", description: "For long nights" },
        }),
      shows: () => "For long nights",
    },
    {
      what: "a new category, by the product that stands in it",
      by: "categories/create-category",
      page: bench.gownPage,
      write: async () => {
        const made = await createCategory(bench.deps(), {
          actor: bench.actor(),
          category: { name: "Sarees", description: "" },
        });
        return made.ok ? bench.saveGown({ categoryId: made.value.id }) : made;
      },
      shows: () => "Sarees",
    },
  ];
}
