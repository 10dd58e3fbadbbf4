import { Link } from "react-router";
import type { ActivityFilter } from "#features/audit/activity-filter.ts";
import { activityQuery, activitySubjectName } from "#features/audit/activity-filter.ts";
import { restorable } from "#features/audit/field-change.ts";
import { settingsLabel } from "#features/settings/settings-sections.ts";
import type { FormattedEntry } from "./activity-list.tsx";
import type { Preview } from "./restore-panel.tsx";
import { RestorePanel } from "./restore-panel.tsx";

type Props = { entry: FormattedEntry; filter: ActivityFilter; preview: Preview | null };

/** The way back of an entry: a link to what it would change, there the question. */
export function EntryRestore({ entry, filter, preview }: Props) {
  const subject = entry.hasEarlier ? restorable(entry.subject) : null;
  if (!subject) return null;
  const name = activitySubjectName(entry, settingsLabel);
  if (preview) {
    return (
      <RestorePanel
        key={entry.id}
        {...{ entryId: entry.id, subject, name, preview }}
        closePath={`/admin/activity${activityQuery(filter)}`}
        donePath={`/admin/activity${activityQuery({ ...filter, page: 1 })}`}
      />
    );
  }
  return (
    <Link
      to={`/admin/activity${activityQuery(filter, entry.id)}`}
      preventScrollReset
      className="link mt-2 inline-flex min-h-11 items-center text-sm"
    >
      Put back as it was before
      <span className="sr-only">
        {" "}
        this change of {name} at {entry.time}
      </span>
    </Link>
  );
}
