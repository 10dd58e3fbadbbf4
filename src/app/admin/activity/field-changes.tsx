import { ArrowRight } from "lucide-react";
import type { FieldChange, ShownValue } from "#features/audit/field-change.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

/** The difference between two records, one field a line: its name, what it was, what it is. */
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
      {value.picture && <Thumbnail image={value.picture} width={32} />}
      <span className="min-w-0 break-words">{value.text}</span>
    </span>
  );
}

function Listed({ change }: { change: Extract<FieldChange, { kind: "list" }> }) {
  const { added, removed } = change;
  return (
    <>
      {added.length > 0 && <Line words="Added" values={added} />}
      {removed.length > 0 && <Line words="Removed" values={removed} />}
    </>
  );
}

function Line({ words, values }: { words: string; values: readonly ShownValue[] }) {
  const isPictures = values.some(({ picture }) => picture);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-ink-quiet">{words}</span>
      {isPictures
        ? values.map((value) => <Value key={value.picture?.id ?? value.text} value={value} />)
        : values.map(({ text }) => text).join(", ")}
    </span>
  );
}
