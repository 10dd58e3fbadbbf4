import type { CategoriesContent } from "#app/admin/catalog/categories/categories-actions.server.ts";
import {
  categoriesActions,
  loadCategories,
} from "#app/admin/catalog/categories/categories-actions.server.ts";
import type { MediaContent } from "#app/admin/catalog/media/media-actions.server.ts";
import { loadMedia, mediaActions } from "#app/admin/catalog/media/media-actions.server.ts";
import type { ProductsContent } from "#app/admin/catalog/products/products-actions.server.ts";
import {
  loadProducts,
  productsActions,
} from "#app/admin/catalog/products/products-actions.server.ts";
import type { SiteImagesContent } from "#app/admin/catalog/site-images/site-images-actions.server.ts";
import {
  loadSiteImages,
  siteImagesActions,
} from "#app/admin/catalog/site-images/site-images-actions.server.ts";
import type { SettingsContent } from "#app/admin/settings/settings/settings-actions.server.ts";
import {
  loadSettings,
  settingsActions,
} from "#app/admin/settings/settings/settings-actions.server.ts";
import type { DashboardTab } from "#app/components/admin/dashboard-tabs.ts";
import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { ActionContext } from "#app/web/admin-action.server.ts";
import { runAdminAction } from "#app/web/admin-action.server.ts";

export type TabContent =
  | { tab: "categories"; content: CategoriesContent }
  | { tab: "products"; content: ProductsContent }
  | { tab: "media"; content: MediaContent }
  | { tab: "site-images"; content: SiteImagesContent }
  | { tab: "settings"; content: SettingsContent };

export async function loadTab(tab: DashboardTab, request: TabRequest): Promise<TabContent> {
  switch (tab) {
    case "categories":
      return { tab, content: await loadCategories(request) };
    case "products":
      return { tab, content: await loadProducts(request) };
    case "media":
      return { tab, content: await loadMedia(request) };
    case "site-images":
      return { tab, content: await loadSiteImages(request) };
    case "settings":
      return { tab, content: await loadSettings(request) };
  }
}

/** An intent has one meaning on all tabs. */
export const DASHBOARD_ACTIONS = [
  categoriesActions,
  productsActions,
  mediaActions,
  siteImagesActions,
  settingsActions,
];

export function runTabAction(request: Request, context: ActionContext) {
  return runAdminAction(request, context, DASHBOARD_ACTIONS);
}
