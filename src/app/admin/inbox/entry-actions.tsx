import { Form } from "react-router";
import { reopenedStatus } from "#features/inbox/inbox-entry.ts";
import type { InboxEntry } from "#features/inbox/inbox-entry-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { useInboxChange } from "./use-inbox-change.ts";

/** What else can be done with an entry than answering it by mail. */
export function EntryActions({ entry }: { entry: InboxEntry }) {
  const { Form: ChangeForm, busy } = useInboxChange();
  return (
    <section aria-label="What else" className="border-t border-line pt-4">
      <ChangeForm method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="entry" value={entry.id} />
        {entry.status === "new" && (
          <StatusButton to="answered" label="Mark as answered" busy={busy} />
        )}
        {entry.status === "closed" ? (
          <StatusButton to={reopenedStatus(entry)} label="Open again" busy={busy} />
        ) : (
          <StatusButton to="closed" label="Close" busy={busy} />
        )}
      </ChangeForm>
      <details className="mt-4 text-sm">
        <summary className="inline-flex min-h-11 items-center text-ink-soft underline decoration-edge underline-offset-[0.4em]">
          Delete…
        </summary>
        <Form method="post" className="mt-1 border-l-2 border-hibiscus pl-4">
          <input type="hidden" name="intent" value="delete" />
          <p className="max-w-prose pb-3 text-ink-soft">
            For advertisements and the like. What {entry.name} wrote and every answer to it are gone
            from the inbox for good.
          </p>
          <Button type="submit" size="sm" variant="danger">
            Delete for good
          </Button>
        </Form>
      </details>
    </section>
  );
}

function StatusButton({ to, label, busy }: { to: string; label: string; busy: boolean }) {
  return (
    <Button type="submit" size="sm" variant="secondary" name="to" value={to} disabled={busy}>
      {label}
    </Button>
  );
}
