import { Send } from "lucide-react";
import type { InboxEntry } from "#features/inbox/inbox-entry-queries.server.ts";
import { replyOpenings } from "#features/inbox/reply-openings.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { InboxFormResult } from "./inbox-form-result.ts";
import { useReply } from "./use-reply.ts";

type Props = {
  entry: InboxEntry;
  siteName: string;
  replyKey: string;
  /** The answer the page was rendered with, when the form was sent without script. */
  given: InboxFormResult | undefined;
};

/** Where an answer is written, with a few beginnings ready. */
export function ReplyForm({ entry, siteName, replyKey, given }: Props) {
  const openings = replyOpenings({ ...entry, siteName });
  const reply = useReply({ entryId: entry.id, openings, firstKey: replyKey });
  const isHydrated = useHydrated();
  const refused = given?.status === "failed" ? given : null;
  if (!entry.canBeMailed) return <CannotBeMailed entry={entry} />;
  return (
    <reply.Form method="post" id="reply" className="scroll-mt-24">
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="key" value={reply.key} />
      <input type="hidden" name="name" value={entry.name} />
      {isHydrated && (
        <fieldset className="mb-3">
          <legend className="mb-1.5 text-sm text-ink-quiet">Begin with</legend>
          <div className="flex flex-wrap gap-2">
            {openings.map((opening) => (
              <Button
                key={opening.label}
                size="sm"
                variant="secondary"
                onClick={() => reply.open(opening)}
              >
                {opening.label}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label={`Your answer to ${entry.name}`}
        error={reply.error ?? refused?.words}
        hint={
          reply.isKept
            ? "This is what you began before."
            : `It goes by mail to ${entry.email}, and what was written stands below it.`
        }
      >
        <Textarea
          ref={reply.field}
          name="body"
          rows={8}
          defaultValue={refused?.typed ?? ""}
          onChange={(event) => reply.onChange(event.target.value)}
          aria-keyshortcuts="r"
        />
      </Field>
      <Button type="submit" busy={reply.busy} busyLabel="Sending..." className="mt-4 max-sm:w-full">
        <Send size={16} aria-hidden="true" />
        Send answer
      </Button>
    </reply.Form>
  );
}

function CannotBeMailed({ entry }: { entry: InboxEntry }) {
  return (
    <Notice kind="warning" title="No mail can be sent to this address">
      {entry.phone ? `Please call ${entry.name}` : `${entry.name} left no telephone number`}
      {entry.phone && ", and mark the entry as answered then"}.
    </Notice>
  );
}
