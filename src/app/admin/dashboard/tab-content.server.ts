import type { CategoriesContent } from "#app/admin/categories/categories-actions.server.ts";
import type { MediaContent } from "#app/admin/media/media-actions.server.ts";
import type { ProductsContent } from "#app/admin/products/products-actions.server.ts";
import type { SiteImagesContent } from "#app/admin/site-images/site-images-actions.server.ts";
import type { ActionContext } from "#app/web/admin-action.server.ts";
import { runAdminAction } from "#app/web/admin-action.server.ts";
import { categoriesActions, loadCategories } from "../categories/categories-actions.server.ts";
import { loadMedia, mediaActions } from "../media/media-actions.server.ts";
import { loadProducts, productsActions } from "../products/products-actions.server.ts";
import type { SettingsContent } from "../settings/settings-actions.server.ts";
import { loadSettings, settingsActions } from "../settings/settings-actions.server.ts";
import { loadSiteImages, siteImagesActions } from "../site-images/site-images-actions.server.ts";
import type { DashboardTab } from "./dashboard-tabs.ts";
import type { TabRequest } from "./tab-request.server.ts";

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
