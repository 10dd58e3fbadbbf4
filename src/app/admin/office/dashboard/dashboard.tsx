import type { ReactNode } from "react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { DashboardTab } from "#app/components/admin/dashboard-tabs.ts";
import { DASHBOARD_PATH, DASHBOARD_TABS, readTab } from "#app/components/admin/dashboard-tabs.ts";
import { ActionNotice } from "#app/components/admin/page-dialog.tsx";
import {
  CategoriesLoading,
  MediaLoading,
  ProductsLoading,
  SettingsLoading,
  SiteImagesLoading,
} from "#app/components/admin/tab-loading.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { ActionResult } from "#app/web/admin-action.ts";
import { nullIfUnreachable, sendAdminAction } from "#app/web/admin-action.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { latePart, notifyScriptRuns } from "#app/web/script-runs.ts";
import { UndoContext, undoRefusal, useAdminAction } from "#app/web/use-admin-action.ts";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/dashboard.ts";
import type { TabContent } from "./tab-content.server.ts";
import { loadTab, runTabAction } from "./tab-content.server.ts";
import { tabFallback } from "./tab-fallback.ts";

const CategoriesPanel = lazy(async () => ({
  default: (await import("#app/admin/catalog/categories/categories-panel.tsx")).CategoriesPanel,
}));

const ProductsPanel = lazy(async () => ({
  default: (await import("#app/admin/catalog/products/products-panel.tsx")).ProductsPanel,
}));

const MediaPanel = lazy(async () => ({
  default: (await import("#app/admin/catalog/media/media-panel.tsx")).MediaPanel,
}));

const SiteImagesPanel = lazy(async () => ({
  default: (await import("#app/admin/catalog/site-images/site-images-panel.tsx")).SiteImagesPanel,
}));

const SettingsPanel = lazy(async () => ({
  default: (await import("#app/admin/settings/settings/settings-panel.tsx")).SettingsPanel,
}));

type Props = {
  view: TabContent;
  /** Set after a post without JavaScript. */
  posted: ActionResult | null;
};

/** Downloads only the open tab's script. */
function TabPanel({ view, posted }: Props) {
  const [runs, setRuns] = useState(false);
  return (
    <div {...(runs ? {} : latePart)}>
      <Suspense fallback={<TabLoading tab={view.tab} />}>
        <Running onRuns={() => setRuns(true)}>
          <Panel view={view} posted={posted} />
        </Running>
      </Suspense>
    </div>
  );
}

function Running({ onRuns, children }: { onRuns: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    onRuns();
    notifyScriptRuns();
  }, []);
  useFocusOnNamed();
  return children;
}

/** Finds the control of the URL's hash by id or form name. */
function useFocusOnNamed(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same control may be requested again
  useEffect(() => {
    if (hash === "") return;
    const wanted = CSS.escape(hash.slice(1));
    const control = document.querySelector<HTMLElement>(`main #${wanted}, main [name=${wanted}]`);
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  }, [hash, key]);
}

function Panel({ view, posted }: Props) {
  switch (view.tab) {
    case "categories":
      return <CategoriesPanel content={view.content} posted={posted} />;
    case "products":
      return <ProductsPanel content={view.content} />;
    case "media":
      return <MediaPanel content={view.content} />;
    case "site-images":
      return <SiteImagesPanel content={view.content} />;
    case "settings":
      return <SettingsPanel content={view.content} posted={posted} />;
  }
}

function TabLoading({ tab }: { tab: DashboardTab }) {
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

export function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return loadTab(readTab(params), { deps, actor, params });
}

/** A tab that fails shows its own message; the tabs and the frame stay. */
export async function clientLoader({
  request,
  serverLoader,
  url,
}: Route.ClientLoaderArgs): Promise<TabContent> {
  return (
    (await nullIfUnreachable<TabContent>(serverLoader(), request)) ?? tabFallback(url.searchParams)
  );
}

export function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return runTabAction(request, { deps, actor });
}

/** Settings hold unsaved input, so they stay when the session ended. */
export function clientAction({ request, serverAction, url }: Route.ClientActionArgs) {
  const keepsPage = readTab(url.searchParams) === "settings";
  return sendAdminAction(serverAction, request, { keepsPage });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const tab = DASHBOARD_TABS.find(({ value }) => value === loaderData?.tab);
  return [
    { title: `${tab ? `${tab.label} | ` : ""}Content Management System` },
    { name: "robots", content: "noindex" },
  ];
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Shows the pressed tab's placeholder at once. */
function useComingTab(open: string) {
  const { location } = useNavigation();
  if (location?.pathname !== DASHBOARD_PATH) return null;
  const coming = readTab(new URLSearchParams(location.search));
  return coming === open ? null : coming;
}

/** The URL names the open tab (specification 2). */
export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const coming = useComingTab(loaderData.tab);
  const { post } = useAdminAction(undoRefusal);
  const current = coming ?? loaderData.tab;
  const posted = actionData ?? null;
  return (
    <AdminPage
      title="Content Management System"
      lead="Welcome. Your changes appear in the shop at the next page view."
    >
      {/* On phones the strip of the frame lists these tabs too. */}
      <LinkTabs
        label="Content"
        className="max-lg:hidden"
        tabs={DASHBOARD_TABS.map(({ value, label }) => ({
          label,
          search: `?tab=${value}`,
          current: value === current,
        }))}
      />
      {coming ? (
        <TabLoading tab={coming} />
      ) : (
        <UndoContext value={post}>
          <ActionNotice result={posted} />
          <TabPanel view={loaderData} posted={posted} />
        </UndoContext>
      )}
    </AdminPage>
  );
}
