import { EntryRestore } from "#app/admin/activity/entry-restore.tsx";
import { previewRestore } from "#app/admin/activity/preview-restore.server.ts";
import { thingPath } from "#app/admin/activity/thing-path.ts";
import { AdminError, AdminPage } from "#app/admin/admin-page.tsx";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { readActivityFilter } from "#features/audit/activity-filter.ts";
import { listActivity } from "#features/audit/activity-queries.server.ts";
import { ActivityFilterForm } from "#features/audit/components/activity-filter-form.tsx";
import { ActivityList } from "#features/audit/components/activity-list.tsx";
import { endOfDay, formatMoment, startOfDay } from "#features/orders/georgetown-time.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/activity.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const asked = readActivityFilter(url.searchParams);
  const [from, until] = [startOfDay(asked.from), endOfDay(asked.to)];
  const filter = { ...asked, from: from ? asked.from : "", to: until ? asked.to : "" };
  const activity = await listActivity(db, { actor, filter, period: { from, until } });
  if (!activity.ok) return refuse();
  const opened = activity.value.entries.find(({ id }) => id === url.searchParams.get("entry"));
  const preview = opened ? await previewRestore(db, { actor, entry: opened }) : null;
  return { filter, activity: activity.value, preview, openId: preview && opened?.id };
}

export const meta: Route.MetaFunction = () => [
  { title: "Activity" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const { filter, activity, preview, openId } = loaderData;
  const entries = activity.entries.map((entry) => {
    const [day = "", time = ""] = formatMoment(entry.createdAt).split(", ");
    return { ...entry, day, time, thingPath: thingPath(entry) };
  });
  return (
    <AdminPage
      title="Activity"
      lead="Who changed what and when, newest first, by Georgetown's clock."
    >
      <ActivityFilterForm filter={filter} people={activity.people} />
      {entries.length === 0 ? (
        <EmptyState title="Nothing here">
          Every change of products, categories, pictures and settings is written down here.
        </EmptyState>
      ) : (
        <>
          <ActivityList
            entries={entries}
            below={(entry) => (
              <EntryRestore
                entry={entry}
                filter={filter}
                preview={entry.id === openId ? preview : null}
              />
            )}
          />
          <Pagination page={activity.page} pageCount={activity.pageCount} label="Activity" />
        </>
      )}
    </AdminPage>
  );
}
