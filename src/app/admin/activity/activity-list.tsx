import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  actionLabel,
  activityQuery,
  activitySubjectName,
  SUBJECT_LABELS,
} from "#features/audit/activity-filter.ts";
import type { ActivityEntry } from "#features/audit/activity-queries.server.ts";
import { settingsLabel } from "#features/settings/settings-sections.ts";
import { FieldChanges } from "./field-changes.tsx";

/** An entry with its day and time in words, and where its thing is to be seen; null when it is gone. */
export type FormattedEntry = ActivityEntry & {
  day: string;
  time: string;
  subjectPath: string | null;
};

type Props = {
  entries: readonly FormattedEntry[];
  /** What can be done with an entry. */
  below: (entry: FormattedEntry) => ReactNode;
};

/** The log as a thread, day by day. */
export function ActivityList({ entries, below }: Props) {
  const days = [...Map.groupBy(entries, ({ day }) => day)];
  return days.map(([day, ofDay]) => (
    <section key={day} className="mb-8">
      <h2 className="eyebrow border-b border-line pb-2">{day}</h2>
      <ol className="divide-y divide-line">
        {ofDay.map((entry) => (
          <li key={entry.id} id={`entry-${entry.id}`} className="py-4">
            <Entry entry={entry} />
            {below(entry)}
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry }: { entry: FormattedEntry }) {
  const { subject, subjectId, subjectPath } = entry;
  const name = activitySubjectName(entry, settingsLabel);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 break-words">
          {entry.personName} {actionLabel(entry.action)}{" "}
          {subjectPath ? (
            <Link to={subjectPath} className="link font-medium">
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}
        </span>
        <span className="figures text-sm text-ink-quiet">
          <span className="sr-only">at </span>
          {entry.time} ·{" "}
          <Link to={activityQuery({ subject, thing: subjectId })} className="link">
            {SUBJECT_LABELS[subject] ?? subject}
            <span className="sr-only">: everything that happened to {name}</span>
          </Link>
        </span>
      </p>
      <FieldChanges changes={entry.changes} />
    </>
  );
}
