import { lazy, Suspense } from "react";
import { CategoriesLoading } from "./categories/categories-loading.tsx";
import type { DashboardTab } from "./dashboard-tabs.ts";
import { ProductsLoading } from "./products/products-loading.tsx";
import type { TabContent } from "./tab-content.server.ts";

const CategoriesPanel = lazy(async () => ({
  default: (await import("./categories/categories-panel.tsx")).CategoriesPanel,
}));

const ProductsPanel = lazy(async () => ({
  default: (await import("./products/products-panel.tsx")).ProductsPanel,
}));

/** The open tab's panel; only its own script is downloaded. */
export function TabPanel({ view }: { view: TabContent }) {
  return (
    <Suspense fallback={<TabLoading tab={view.tab} />}>
      <Panel view={view} />
    </Suspense>
  );
}

function Panel({ view }: { view: TabContent }) {
  switch (view.tab) {
    case "categories":
      return <CategoriesPanel content={view.content} />;
    case "products":
      return <ProductsPanel content={view.content} />;
  }
}

/** A tab to come, in its own shape. */
export function TabLoading({ tab }: { tab: DashboardTab }) {
  switch (tab) {
    case "categories":
      return <CategoriesLoading />;
    case "products":
      return <ProductsLoading />;
  }
}
