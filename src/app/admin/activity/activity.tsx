import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { readActivityFilter } from "#features/audit/activity-filter.ts";
import { listActivity } from "#features/audit/activity-queries.server.ts";
import { endOfDay, formatMoment, startOfDay } from "#features/orders/georgetown-time.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/activity.ts";
import { ActivityFilterForm } from "./activity-filter-form.tsx";
import { ActivityList } from "./activity-list.tsx";
import { activitySubjectPath } from "./activity-subject-path.ts";
import { EntryRestore } from "./entry-restore.tsx";
import { previewRestore } from "./preview-restore.server.ts";

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
    return { ...entry, day, time, subjectPath: activitySubjectPath(entry) };
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
