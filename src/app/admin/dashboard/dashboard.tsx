import { data, useNavigation } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { nullIfUnreachable } from "#app/web/admin-unreached.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { handleSettingsForm } from "../settings/handle-settings-form.server.ts";
import type { Route } from "./+types/dashboard.ts";
import { DASHBOARD_PATH, DASHBOARD_TABS, readTab } from "./dashboard-tabs.ts";
import type { TabContent } from "./tab-content.server.ts";
import { loadTab } from "./tab-content.server.ts";
import { tabFallback } from "./tab-fallback.ts";
import { TabLoading, TabPanel } from "./tab-panel.tsx";

export function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return loadTab(readTab(params), { deps, actor, params });
}

/** A tab that does not arrive says so in its own words; the tabs and the frame stay. */
export async function clientLoader({
  request,
  serverLoader,
  url,
}: Route.ClientLoaderArgs): Promise<TabContent> {
  return (
    (await nullIfUnreachable<TabContent>(serverLoader(), request)) ?? tabFallback(url.searchParams)
  );
}

/** Takes the settings from browsers without script; the other tabs have nothing to post. */
export function action({ request, context, url }: Route.ActionArgs) {
  const params = url.searchParams;
  if (readTab(params) !== "settings") throw data(null, { status: 405 });
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return handleSettingsForm(request, { deps, actor, params });
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

/** The tab that was pressed and has not arrived yet, so that its shape stands there at once. */
function useComingTab(open: string) {
  const { location } = useNavigation();
  if (location?.pathname !== DASHBOARD_PATH) return null;
  const coming = readTab(new URLSearchParams(location.search));
  return coming === open ? null : coming;
}

/** The CMS dashboard (specification 2): five tabs, the open one in the address. */
export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const coming = useComingTab(loaderData.tab);
  const current = coming ?? loaderData.tab;
  return (
    <AdminPage
      title="Content Management System"
      lead="Welcome. What you change here stands in the shop at the next visit of a page."
    >
      <LinkTabs
        label="Content"
        tabs={DASHBOARD_TABS.map(({ value, label }) => ({
          label,
          search: `?tab=${value}`,
          current: value === current,
        }))}
      />
      {coming ? (
        <TabLoading tab={coming} />
      ) : (
        <TabPanel view={loaderData} answer={actionData ?? null} />
      )}
    </AdminPage>
  );
}
