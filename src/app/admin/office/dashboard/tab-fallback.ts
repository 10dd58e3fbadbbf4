import { readTab } from "#app/components/admin/dashboard-tabs.ts";
import { readMediaFilter } from "#features/base/media/media-item.ts";
import { findHeroPage } from "#features/base/media/site-images.ts";
import { readSettingsTab } from "#features/base/settings/settings-sections.ts";
import { readAdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import type { TabContent } from "./tab-content.server.ts";

/** What a tab shows that did not load, as when the database fails (specification 8). */
export function tabFallback(params: URLSearchParams): TabContent {
  const tab = readTab(params);
  switch (tab) {
    case "categories":
      return { tab, content: { categories: [], active: null, products: null } };
    case "products":
      return { tab, content: { filter: readAdminProductFilter(params), found: null } };
    case "media": {
      const filter = readMediaFilter(params);
      return { tab, content: { filter, storageTrouble: null, found: null } };
    }
    case "site-images":
      return { tab, content: imagesFallback(params) };
    case "settings": {
      const content = { settings: null, payments: null, images: null };
      return { tab, content: { ...content, tab: readSettingsTab(params) } };
    }
  }
}

function imagesFallback(params: URLSearchParams) {
  if (params.get("part") !== "heroes") return { part: "categories", categories: null } as const;
  const pageName = findHeroPage(params.get("page"))?.pageName ?? "home";
  return { part: "heroes", pageName, heroes: null } as const;
}
