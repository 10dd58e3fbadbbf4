import type { ReactNode } from "react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { LATE_PART, notifyScriptRuns } from "#app/web/script-runs.ts";
import { CategoriesLoading } from "../categories/categories-loading.tsx";
import { MediaLoading } from "../media/media-loading.tsx";
import { ProductsLoading } from "../products/products-loading.tsx";
import type { SettingsFormResult } from "../settings/settings-form-result.ts";
import { SettingsLoading } from "../settings/settings-loading.tsx";
import { SiteImagesLoading } from "../site-images/site-images-loading.tsx";
import type { DashboardTab } from "./dashboard-tabs.ts";
import type { TabContent } from "./tab-content.server.ts";

const CategoriesPanel = lazy(async () => ({
  default: (await import("../categories/categories-panel.tsx")).CategoriesPanel,
}));

const ProductsPanel = lazy(async () => ({
  default: (await import("../products/products-panel.tsx")).ProductsPanel,
}));

const MediaPanel = lazy(async () => ({
  default: (await import("../media/media-panel.tsx")).MediaPanel,
}));

const SiteImagesPanel = lazy(async () => ({
  default: (await import("../site-images/site-images-panel.tsx")).SiteImagesPanel,
}));

const SettingsPanel = lazy(async () => ({
  default: (await import("../settings/settings-panel.tsx")).SettingsPanel,
}));

type Props = {
  view: TabContent;
  /** What came of a form that was posted without script. */
  answer: SettingsFormResult | null;
};

/** The open tab's panel; only its own script is downloaded. */
export function TabPanel({ view, answer }: Props) {
  const [runs, setRuns] = useState(false);
  return (
    <div {...{ [LATE_PART]: runs ? undefined : "" }}>
      <Suspense fallback={<TabLoading tab={view.tab} />}>
        <Running onRuns={() => setRuns(true)}>
          <Panel view={view} answer={answer} />
        </Running>
      </Suspense>
    </div>
  );
}

/** Says when the first panel's script has arrived and its buttons answer. */
function Running({ onRuns, children }: { onRuns: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins to run once
  useEffect(() => {
    onRuns();
    notifyScriptRuns();
  }, []);
  useFocusOnNamed();
  return children;
}

/** Puts the focus on the control that the address names after its hash, by its id or its name in the form. */
function useFocusOnNamed(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same control may be asked for again
  useEffect(() => {
    if (hash === "") return;
    const wanted = CSS.escape(hash.slice(1));
    const control = document.querySelector<HTMLElement>(`main #${wanted}, main [name=${wanted}]`);
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  }, [hash, key]);
}

function Panel({ view, answer }: Props) {
  switch (view.tab) {
    case "categories":
      return <CategoriesPanel content={view.content} />;
    case "products":
      return <ProductsPanel content={view.content} />;
    case "media":
      return <MediaPanel content={view.content} />;
    case "site-images":
      return <SiteImagesPanel content={view.content} />;
    case "settings":
      return <SettingsPanel content={view.content} answer={answer} />;
  }
}

/** A tab to come, in its own shape. */
export function TabLoading({ tab }: { tab: DashboardTab }) {
  switch (tab) {
    case "categories":
      return <CategoriesLoading />;
    case "products":
      return <ProductsLoading />;
    case "media":
      return <MediaLoading />;
    case "site-images":
      return <SiteImagesLoading />;
    case "settings":
      return <SettingsLoading />;
  }
}
