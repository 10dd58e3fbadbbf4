import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  actionLabel,
  activityQuery,
  activitySubjectName,
  SUBJECT_LABELS,
} from "#features/base/audit/activity-filter.ts";
import type { ActivityEntry } from "#features/base/audit/activity-queries.server.ts";
import type { FieldChange, ShownValue } from "#features/base/audit/field-change.ts";
import { settingsLabel } from "#features/base/settings/settings-sections.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

/** The path is null when the record is gone. */
export type FormattedEntry = ActivityEntry & {
  day: string;
  time: string;
  subjectPath: string | null;
};

type Props = {
  entries: readonly FormattedEntry[];
  below: (entry: FormattedEntry) => ReactNode;
};

/** Groups entries by day. */
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
  const isOfAccount = subject === "account" || subject === "refusal";
  const isOwnAccount = isOfAccount && entry.name === entry.personName;
  const name = isOwnAccount ? "their account" : activitySubjectName(entry, settingsLabel);
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

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 space-y-1.5 text-sm">
      {changes.map((change) => (
        <div key={change.label} className="gap-x-4 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-ink-quiet">{change.label}</dt>
          <dd className="figures min-w-0 break-words">
            {change.kind === "list" ? <Listed change={change} /> : <FromTo change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FromTo({ change }: { change: Extract<FieldChange, { kind: "value" }> }) {
  const { from, to } = change;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {from && <Value value={from} isPast />}
      {from && (
        <>
          <ArrowRight size={14} aria-hidden="true" className="shrink-0 text-ink-quiet" />
          <span className="sr-only">became</span>
        </>
      )}
      {to ? <Value value={to} /> : <span className="text-ink-quiet">nothing</span>}
    </span>
  );
}

function Value({ value, isPast = false }: { value: ShownValue; isPast?: boolean }) {
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-2 whitespace-pre-line ${isPast ? "text-ink-quiet" : ""}`}
    >
      {value.image && <Thumbnail image={value.image} width={32} />}
      <span className="min-w-0 break-words">{value.text}</span>
    </span>
  );
}

function Listed({ change }: { change: Extract<FieldChange, { kind: "list" }> }) {
  const { added, removed } = change;
  return (
    <>
      {added.length > 0 && <Line text="Added" values={added} />}
      {removed.length > 0 && <Line text="Removed" values={removed} />}
    </>
  );
}

function Line({ text: label, values }: { text: string; values: readonly ShownValue[] }) {
  const isImages = values.some(({ image }) => image);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-ink-quiet">{label}</span>
      {isImages
        ? values.map((value) => <Value key={value.image?.id ?? value.text} value={value} />)
        : values.map(({ text }) => text).join(", ")}
    </span>
  );
}
