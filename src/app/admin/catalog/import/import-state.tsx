import { Form, useNavigation } from "react-router";
import { formatNumber } from "#core/format-number.ts";
import type { ImportView } from "#features/catalog/product-import/import-queries.server.ts";
import { Button, ButtonLink, buttonClass } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { FallbackField, ProgressBar } from "./file-form.tsx";

/** Formats "1 product", "20 products". */
const productCountLabel = (count: number): string =>
  count === 1 ? "1 product" : `${formatNumber(count)} products`;

function checkSummary({ rowCount, total }: Pick<ImportView, "rowCount" | "total">): string {
  const rows = rowCount === 1 ? "1 row" : `${formatNumber(rowCount)} rows`;
  return `${productCountLabel(total)} in ${rows}. Nothing has been changed yet.`;
}

function outcomeSummary({ outcomes, verdicts }: Pick<ImportView, "outcomes" | "verdicts">) {
  const parts = [
    `${formatNumber(outcomes.created)} created`,
    `${formatNumber(outcomes.changed)} changed`,
    `${formatNumber(verdicts.unchanged)} unchanged`,
    `${formatNumber(outcomes.refused)} refused`,
  ];
  if (outcomes.undone > 0) parts.push(`${formatNumber(outcomes.undone)} undone`);
  if (outcomes.waiting > 0) parts.push(`${formatNumber(outcomes.waiting)} not imported`);
  return `${parts.join(", ")}.`;
}

type Props = { view: ImportView };

function Act({ view, intent, ...button }: Props & { intent: string } & Look) {
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={view.id} />
      <Button type="submit" variant={button.variant} busy={isBusy}>
        {button.label}
      </Button>
    </Form>
  );
}

type Look = { label: string; variant: "primary" | "secondary" };

function progressOf({
  status,
  fileName,
  verdicts,
  outcomes,
  undoable,
  checked,
  total,
}: ImportView) {
  if (status === "checking") {
    return { label: "Check", title: `Checking ${fileName}`, done: checked, of: total };
  }
  const all = verdicts.new + verdicts.changed;
  if (status === "undoing") {
    const of = outcomes.created + outcomes.changed + outcomes.undone;
    return { label: "Undo", title: `Undoing the import of ${fileName}`, done: of - undoable, of };
  }
  const title = `Importing ${productCountLabel(all)}`;
  return { label: "Import", title, done: all - outcomes.waiting, of: all };
}

/** Continues without this page. */
export function UnderWay({ view }: Props) {
  const { status } = view;
  const { done, of, title, label } = progressOf(view);
  const isHydrated = useHydrated();
  return (
    <section aria-label={label} className="border border-line p-5 sm:p-7">
      <h2 className="display text-xl break-words">{title}</h2>
      <p className="figures mt-1 mb-4 text-sm text-ink-soft">
        {formatNumber(done)} of {formatNumber(of)} {status === "checking" ? "looked at" : "done"}.
        You may close this page: it goes on without it.
      </p>
      <ProgressBar label={label} done={done} total={of} />
      <div className="mt-5 flex flex-wrap gap-3">
        {status !== "undoing" && (
          <Act
            view={view}
            intent="cancel"
            variant="secondary"
            label={status === "checking" ? "Cancel" : "Stop the import"}
          />
        )}
        {!isHydrated && (
          <ButtonLink to="/admin/import" variant="quiet" reloadDocument>
            Look again
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

const LEFT_OUT =
  "What is refused is left out. Put it right in the file and choose it again, or import the rest now.";

export function Checked({ view, categories }: Props & { categories: readonly string[] }) {
  const { verdicts, fileName } = view;
  const count = verdicts.new + verdicts.changed;
  return (
    <section aria-label="Check" className="border border-line p-5 sm:p-7">
      <h2 className="display text-xl break-words">{fileName} is checked</h2>
      <p className="figures mt-1 text-sm text-ink-soft">{checkSummary(view)}</p>
      <FileNotes notes={view.notes} />
      {verdicts.new > 0 && <CheckAgain view={view} categories={categories} />}
      {verdicts.refused > 0 && (
        <Notice
          kind="warning"
          className="mt-4"
          title={`${productCountLabel(verdicts.refused)} refused`}
        >
          {LEFT_OUT}
        </Notice>
      )}
      {count === 0 && (
        <Notice kind="info" className="mt-4" title="There is nothing to import">
          {verdicts.refused === 0
            ? "The shop already contains everything in this file."
            : "Nothing in this file can be imported as it is."}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {count > 0 && (
          <Act
            view={view}
            intent="start"
            variant="primary"
            label={`Import ${productCountLabel(count)}`}
          />
        )}
        <Act view={view} intent="cancel" variant="secondary" label="Forget this file" />
        <ReportLink view={view} />
      </div>
    </section>
  );
}

const endings = {
  finished: { kind: "success", title: "The import is finished" },
  cancelled: { kind: "warning", title: "The import was stopped" },
  stopped: { kind: "error", title: "The import could not go on" },
  undone: { kind: "info", title: "The import was undone" },
  unreadable: { kind: "error", title: "This file cannot be imported" },
} as const;

export function Ended({ view }: Props) {
  const ending = view.status in endings ? endings[view.status as keyof typeof endings] : null;
  if (!ending) return null;
  const isRead = view.status !== "unreadable";
  return (
    <Notice kind={ending.kind} title={ending.title} live>
      <p className="break-words">
        {view.fileName}: {isRead ? outcomeSummary(view) : view.message} {isRead && view.message}
      </p>
      {isRead && (
        <div className="mt-3 flex flex-wrap gap-3">
          {view.undoable > 0 && <UndoImport view={view} />}
          <ReportLink view={view} />
        </div>
      )}
    </Notice>
  );
}

/** Asks first; without JavaScript the question is a disclosure. */
function UndoImport({ view }: Props) {
  return (
    <details className="group basis-full open:mb-2">
      <summary className={`${buttonClass("secondary", "md")} cursor-pointer list-none`}>
        Undo this import
      </summary>
      <div className="mt-3 max-w-prose border-l-2 border-line pl-4">
        <p className="mb-3 text-sm">
          {undoSummary(view)} What you changed since stays, and so do fetched images in the Media
          Library.
        </p>
        <Act view={view} intent="undo" variant="primary" label="Undo it now" />
      </div>
    </details>
  );
}

function undoSummary({ outcomes }: ImportView): string {
  const parts = [
    outcomes.created > 0 && `${productCountLabel(outcomes.created)} that it created leave the shop`,
    outcomes.changed > 0 &&
      `${productCountLabel(outcomes.changed)} that it changed return to what they were`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** Checks again with another category for products without one. */
function CheckAgain({ view, categories }: Props & { categories: readonly string[] }) {
  const isBusy = useNavigation().formData?.get("intent") === "again";
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-4 grid items-start gap-3 sm:grid-cols-[20rem_auto] sm:justify-start"
    >
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="id" value={view.id} />
      <FallbackField categories={categories} fallbackCategory={view.fallbackCategory} />
      <Button type="submit" variant="secondary" busy={isBusy} className="sm:mt-[1.8rem]">
        Check again
      </Button>
    </Form>
  );
}

function FileNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-6 cursor-pointer pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        About the file as a whole ({notes.length})
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-soft">
        {notes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function ReportLink({ view }: Props) {
  return (
    <a
      href={`/admin/import/report?import=${view.id}`}
      download
      className={buttonClass("quiet", "md")}
    >
      Download the report
    </a>
  );
}
