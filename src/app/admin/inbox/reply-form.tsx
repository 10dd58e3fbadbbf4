import { Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { randomKey } from "#core/random-key.ts";
import type { InboxEntry } from "#features/inbox/inbox-entry-queries.server.ts";
import type { ReplyOpening } from "#features/inbox/reply-openings.ts";
import { replyOpenings } from "#features/inbox/reply-openings.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { showToast } from "#ui/toast-store.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { InboxFormResult } from "./inbox-form-result.ts";
import { keepDraft, readDraft } from "./reply-draft.browser.ts";

type Options = { entryId: string; openings: readonly ReplyOpening[]; firstKey: string };

/** An answer being written: kept in the browser until it was sent, and sent once however often the button is pressed. */
function useReply({ entryId, openings, firstKey }: Options) {
  const fetcher = useFetcher<InboxFormResult>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { hash } = useLocation();
  const [key, setKey] = useState(firstKey);
  const [isKept, setIsKept] = useState(false);
  const answer = fetcher.data;

  const write = (text: string) => {
    if (!field.current) return;
    field.current.value = text;
    keepDraft(entryId, text);
    field.current.focus();
  };

  useEffect(() => {
    const draft = readDraft(entryId);
    if (draft === "" || !field.current || field.current.value !== "") return;
    field.current.value = draft;
    setIsKept(true);
  }, [entryId]);

  useEffect(() => {
    if (hash === "#reply") field.current?.focus();
  }, [hash]);

  useEffect(() => {
    if (answer?.status === "failed") {
      showToast({ kind: "error", title: "Your answer was not sent", description: answer.words });
    }
    if (answer?.status !== "sent") return;
    keepDraft(entryId, "");
    if (field.current) field.current.value = "";
    setIsKept(false);
    setKey(randomKey());
    showToast({ kind: "success", title: `Your answer to ${answer.to} is on its way` });
  }, [answer, entryId]);

  return {
    Form: fetcher.Form,
    busy: fetcher.state !== "idle",
    error: answer?.status === "failed" ? answer.words : null,
    field,
    key,
    isKept,
    onChange: (text: string) => keepDraft(entryId, text),
    /** Takes an opening: in the place of another one that nobody wrote on, else below what is there. */
    open(opening: ReplyOpening) {
      const written = field.current?.value.trim() ?? "";
      const isUntouched = written === "" || openings.some(({ text }) => text === written);
      write(isUntouched ? opening.text : `${written}\n\n${opening.text}`);
    },
  };
}

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
