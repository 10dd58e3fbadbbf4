import { data, Form, Link } from "react-router";
import { z } from "zod";
import { ActivityList } from "#app/components/admin/activity-list.tsx";
import { DASHBOARD_TABS } from "#app/components/admin/dashboard-tabs.ts";
import { finishedMeasurementsPath } from "#app/components/admin/product-urls.ts";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import { submitAdminForm } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, readFormData } from "#app/web/form.server.ts";
import { requestConfirmation } from "#app/web/request-confirmation.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { UNREACHED } from "#app/web/submit-form.ts";
import { countLabel } from "#core/format-number.ts";
import { endOfDay, formatMoment, startOfDay } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { ActivityFilter } from "#features/base/audit/activity-filter.ts";
import {
  ACTIVITY_FILTERS,
  AUDIT_SUBJECTS,
  activityQuery,
  readActivityFilter,
  SUBJECT_LABELS,
} from "#features/base/audit/activity-filter.ts";
import type { ActivityEntry } from "#features/base/audit/activity-queries.server.ts";
import { describeDifference, listActivity } from "#features/base/audit/activity-queries.server.ts";
import type { RestorableSubject, RestoreRefusal } from "#features/base/audit/field-change.ts";
import { RESTORABLE_SUBJECTS, restorable } from "#features/base/audit/field-change.ts";
import type { AuditSubject } from "#features/base/audit/record-change.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import {
  previewSettingsRestore,
  restoreSettingsVersion,
} from "#features/base/settings/restore-settings-version.server.ts";
import { settingFieldLabel } from "#features/base/settings/settings-sections.ts";
import {
  previewCategoryRestore,
  restoreCategoryVersion,
} from "#features/catalog/categories/restore-category-version.server.ts";
import {
  previewProductRestore,
  restoreProductVersion,
} from "#features/catalog/editing/restore-product-version.server.ts";
import { findPublishObstacle } from "#features/garments/options/undescribed-choices.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/activity.ts";
import type { Preview, RestoreResult } from "./restore-panel.tsx";
import { EntryRestore } from "./restore-panel.tsx";

type Owner = {
  preview: typeof previewProductRestore;
  restore(
    deps: AppDeps,
    input: { actor: Actor; entryId: string; version: number },
  ): Promise<Result<null, RestoreRefusal | "unconfirmed">>;
};

const restoreOwners: Record<RestorableSubject, Owner> = {
  product: {
    preview: previewProductRestore,
    restore: (deps, input) => restoreProductVersion({ ...deps, findPublishObstacle }, input),
  },
  category: { preview: previewCategoryRestore, restore: restoreCategoryVersion },
  settings: { preview: previewSettingsRestore, restore: restoreSettingsVersion },
};

/** Null when there is nothing to restore. */
async function previewRestore(
  db: Queryable,
  input: { actor: Actor; entry: ActivityEntry },
): Promise<Preview | null> {
  const { actor, entry } = input;
  const subject = entry.hasEarlier ? restorable(entry.subject) : null;
  if (!subject) return null;
  const plan = await restoreOwners[subject].preview(db, { actor, entryId: entry.id });
  if (!plan.ok) return plan;
  const { version, now, restored, fromZero = [] } = plan.value;
  const described = await describeDifference(db, {
    actor,
    before: now,
    after: restored,
    labelOf: (field) => (subject === "settings" ? settingFieldLabel(entry.subjectId, field) : null),
  });
  return described.ok ? { ok: true, version, changes: described.value, fromZero } : described;
}

type Thing = Pick<ActivityEntry, "subject" | "subjectId" | "isThere">;

type PathsBySubject = Readonly<Partial<Record<AuditSubject, (id: string) => string>>>;

/** Pages that report a missing record themselves, so that the entry links to them unchecked. */
const PATHS_WITHOUT_RECORD: PathsBySubject = {
  stock: (id) => (id === "low-stock" ? "/admin/stock" : `/admin/stock/${id}`),
  "garment measurements": (id) => finishedMeasurementsPath(id),
  maker: (id) => `/admin/atelier/makers/${id}`,
  cloth: (id) => `/admin/atelier/cloth/${id}`,
  "pattern table": (id) => `/admin/atelier/pattern-table/${id}`,
  "made to measure": (id) => `/admin/atelier/terms/${id}`,
};

const RECORD_PATHS: PathsBySubject = {
  product: (id) => `/admin/products/edit/${id}`,
  category: (id) => `/admin?tab=categories&category=${id}`,
  order: (id) => `/admin/orders/${id}`,
  donation: () => "/admin/donations",
  inquiry: (id) => `/admin/inbox/${id}`,
  message: (id) => `/admin/inbox/${id}`,
};

/** The tabs of subjects whose tab has another name. */
const SUBJECT_TABS: Readonly<Partial<Record<AuditSubject, string>>> = {
  "category picture": "site-images",
  "hero picture": "site-images",
};

function activitySubjectPath({ subject, subjectId, isThere }: Thing): string | null {
  const id = encodeURIComponent(subjectId);
  const pathWithoutRecord = PATHS_WITHOUT_RECORD[subject];
  if (pathWithoutRecord) return pathWithoutRecord(id);
  if (!isThere) return null;
  const recordPath = RECORD_PATHS[subject];
  if (recordPath) return recordPath(id);
  const tab = SUBJECT_TABS[subject] ?? subject;
  return DASHBOARD_TABS.some(({ value }) => value === tab) ? `/admin?tab=${tab}` : null;
}

type Props = { filter: ActivityFilter; people: readonly { id: string; name: string }[] };

/** Works without JavaScript. */
function ActivityFilterForm({ filter, people }: Props) {
  const { page: _page, ...narrowed } = filter;
  const query = activityQuery(narrowed);
  return (
    // The key resets the fields when a link changes the URL.
    <Form key={query} role="search" className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5">
      <Field label="Name or number" className="w-full sm:w-52">
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
      <Field label="What" className="w-full sm:w-44">
        <Select name="subject" defaultValue={filter.subject ?? ""}>
          <option value="">Every change</option>
          {AUDIT_SUBJECTS.map((subject) => (
            <option key={subject} value={subject}>
              {SUBJECT_LABELS[subject]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Who" className="w-full sm:w-44">
        <Select name="person" defaultValue={filter.person ?? ""}>
          <option value="">Everybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" className="w-[calc(50%-0.5rem)] sm:w-40">
        <Input type="date" name="from" defaultValue={filter.from} />
      </Field>
      <Field label="To" className="w-[calc(50%-0.5rem)] sm:w-40">
        <Input type="date" name="to" defaultValue={filter.to} />
      </Field>
      <div className="flex items-center gap-5">
        <Button type="submit" variant="secondary">
          Show
        </Button>
        {query !== "" && (
          <Link to="?" className="link py-2 text-sm">
            Show everything
          </Link>
        )}
      </div>
    </Form>
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const requested = readActivityFilter(url.searchParams);
  const from = startOfDay(requested.from);
  const until = endOfDay(requested.to);
  const filter = { ...requested, from: from ? requested.from : "", to: until ? requested.to : "" };
  const activity = await listActivity(db, {
    actor,
    filter,
    period: { from, until },
    settingLabel: settingFieldLabel,
  });
  if (!activity.ok) return refuse();
  const opened = activity.value.entries.find(({ id }) => id === url.searchParams.get("entry"));
  const preview = opened ? await previewRestore(db, { actor, entry: opened }) : null;
  return { filter, activity: activity.value, preview, openId: preview && opened?.id };
}

const restoreForm = z.object({
  intent: z.literal("restore"),
  subject: z.enum(RESTORABLE_SUBJECTS),
  entryId: z.uuid(),
  version: z.number().int().nonnegative(),
  name: z.string().default(""),
});

const refused = (refusal: string) => data<RestoreResult>({ refusal }, { status: 422 });

/** Restores a record to its version before a log entry. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request);
  const submission = await parseForm(form, restoreForm);
  if (submission.status !== "success") return refused("invalid");
  const { subject, entryId, version, name } = submission.value;
  const actor = context.get(actorContext);
  const deps = context.get(depsContext);
  const restored = await restoreOwners[subject].restore(deps, { actor, entryId, version });
  if (restored.ok) {
    const notice = { kind: "success", title: `${name} is as it was` } as const;
    const filter = { ...readActivityFilter(new URL(request.url).searchParams), page: 1 };
    redirectPagePost(request, deps, { notice, next: `/admin/activity${activityQuery(filter)}` });
    return data<RestoreResult>({ restored: name });
  }
  if (restored.error === "unconfirmed") return requestConfirmation({ actor, deps }, request, form);
  return restored.error === "forbidden" ? refuse() : refused(restored.error);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAdminForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Activity" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function ActivityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, activity, preview, openId } = loaderData;
  const entries = activity.entries.map((entry) => {
    const [day = "", time = ""] = formatMoment(entry.createdAt).split(", ");
    return { ...entry, day, time, subjectPath: activitySubjectPath(entry) };
  });
  return (
    <AdminPage
      title="Activity"
      lead="Who changed what and when, newest first, by Georgetown's clock. Whoever was not let in, or was refused a page, is listed under What, Refused."
    >
      <ActivityFilterForm filter={filter} people={activity.people} />
      <UnreadableFilters filters={ACTIVITY_FILTERS} />
      {entries.length === 0 ? (
        <EmptyState title="Nothing here">
          {filter.subject === "refusal"
            ? "Nobody was refused a sign-in, a page or a change."
            : "Every change of products, categories, images and settings is recorded here."}
        </EmptyState>
      ) : (
        <div data-summary={countLabel(activity.total, "entry", "entries")}>
          <ActivityList
            entries={entries}
            below={(entry) => (
              <EntryRestore
                entry={entry}
                filter={filter}
                preview={entry.id === openId ? preview : null}
                posted={actionData}
              />
            )}
          />
          <Pagination page={activity.page} pageCount={activity.pageCount} label="Activity" />
        </div>
      )}
    </AdminPage>
  );
}
