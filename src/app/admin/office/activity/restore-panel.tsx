import { useEffect, useId, useRef } from "react";
import { Link, useFetcher, useNavigate } from "react-router";
import type { FormattedEntry } from "#app/components/admin/activity-list.tsx";
import { FieldChanges } from "#app/components/admin/activity-list.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { ActivityFilter } from "#features/base/audit/activity-filter.ts";
import { activityQuery, activitySubjectName } from "#features/base/audit/activity-filter.ts";
import type { FieldChange, RestorableSubject } from "#features/base/audit/field-change.ts";
import { restorable } from "#features/base/audit/field-change.ts";
import { settingsLabel } from "#features/base/settings/settings-sections.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";

const refusals: Record<string, string> = {
  not_found: "It is not there any more.",
  conflict: "Someone changed it in the meantime. Please check it again.",
  nothing: "It is already like this.",
  unreadable: "This entry holds something that the shop does not take any more.",
  deleted: "The product is not in the shop. Put it back first, from the entry of its deletion.",
  no_category: "Its category was deleted. Restore the category first.",
  no_image: "One of its images is no longer in the Media Library.",
  slug_in_use: "Another product has its address by now.",
  sku_in_use: "Another product has one of its SKUs by now.",
  being_paid: "A customer is paying for it right now. Please try again later.",
  undescribed:
    "A choice of “Made to measure: price and options” does not say what it changes on the pattern. Say so there first.",
  name_in_use: "Another category has this name by now.",
  system: "A category of the system keeps its name.",
  no_secret: "Payment keys are never logged. Please enter them again in Site Settings.",
};

function restoreRefusalMessage(refusal: string): string {
  return refusals[refusal] ?? "The shop did not answer. Nothing was changed.";
}

export type Preview =
  | { ok: true; version: number; changes: readonly FieldChange[]; fromZero: readonly string[] }
  | { ok: false; error: string };

/** Contains the record's name, or the reason of the refusal. */
export type RestoreResult = Pick<FormResult, "error"> & { restored?: string; refusal?: string };

type Props = {
  entryId: string;
  subject: RestorableSubject;
  name: string;
  preview: Preview;
  /** Leads to the filtered list with the restored record on top. */
  closePath: string;
  donePath: string;
  /** Set after a post without JavaScript. */
  posted: RestoreResult | undefined;
};

/** Asks for confirmation. */
function RestorePanel(props: Props) {
  const { entryId, subject, name, preview, closePath, donePath, posted } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const navigate = useNavigate();
  const fetcher = useFetcher<RestoreResult>();
  const { data, state } = fetcher;
  const failed = data?.error ? "failed" : undefined;
  const refusal =
    data?.refusal ?? failed ?? posted?.refusal ?? (preview.ok ? undefined : preview.error);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (data?.restored === undefined) return;
    const title = `${data.restored} is as it was`;
    // Waits for the navigation, so that the list is already on the page.
    void navigate(donePath)?.then(() => showToast({ kind: "success", title }));
  }, [data, navigate, donePath]);

  return (
    <section aria-labelledby={headingId} className="mt-4 border-l-2 border-demerara bg-paper p-4">
      <h3 id={headingId} ref={heading} tabIndex={-1} className="font-medium">
        Put {name} back as it was before this change?
      </h3>
      {preview.ok && <FieldChanges changes={preview.changes} />}
      {preview.ok && subject === "product" && <CountNote fromZero={preview.fromZero} />}
      {refusal !== undefined && (
        <Notice kind="error" live className="mt-3">
          {restoreRefusalMessage(refusal)}
        </Notice>
      )}
      <fetcher.Form method="post" className="mt-4 flex flex-wrap items-center gap-5">
        {preview.ok && (
          <>
            <input type="hidden" name="subject" value={subject} />
            <input type="hidden" name="entryId" value={entryId} />
            <input type="hidden" name="version" value={preview.version} />
            <input type="hidden" name="name" value={name} />
            <Button
              type="submit"
              name="intent"
              value="restore"
              busy={state !== "idle"}
              busyLabel="Putting back..."
            >
              Put back
            </Button>
          </>
        )}
        <Link to={closePath} preventScrollReset className="link py-2 text-sm">
          {preview.ok ? "Leave it" : "Close"}
        </Link>
      </fetcher.Form>
    </section>
  );
}

/** Counted stock keeps its current count, because past counts are not restored. */
function CountNote({ fromZero }: { fromZero: readonly string[] }) {
  return (
    <p className="mt-2 text-sm text-ink-quiet">
      What is counted now keeps its present count: what was sold stays sold.
      {fromZero.length > 0 && (
        <> Counted again from 0 pieces: {fromZero.join("; ")}. Please count them in the form.</>
      )}
    </p>
  );
}

type EntryRestoreProps = {
  entry: FormattedEntry;
  filter: ActivityFilter;
  preview: Preview | null;
  posted: RestoreResult | undefined;
};

export function EntryRestore({ entry, filter, preview, posted }: EntryRestoreProps) {
  const subject = entry.hasEarlier ? restorable(entry.subject) : null;
  if (!subject) return null;
  const name = activitySubjectName(entry, settingsLabel);
  if (preview) {
    return (
      <RestorePanel
        key={entry.id}
        entryId={entry.id}
        subject={subject}
        name={name}
        preview={preview}
        posted={posted}
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
