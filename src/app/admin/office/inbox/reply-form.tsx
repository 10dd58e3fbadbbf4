import { getFormProps, useForm } from "@conform-to/react";
import { Send } from "lucide-react";
import { use, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { keepDraft, readDraft } from "#app/components/admin/reply-draft.browser.ts";
import { controlProps } from "#app/components/form/form-field.tsx";
import { MailRouteContext, useEmailText } from "#app/components/page/mail-route-context.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { randomKey } from "#core/ids.ts";
import { shownEmail } from "#core/shown-email.ts";
import { staffEmailText } from "#features/base/mail/outbox.ts";
import type { InboxEntry } from "#features/office/inbox/inbox-list-queries.server.ts";
import type { ReplyOpening } from "#features/office/inbox/reply-openings.ts";
import { replyOpenings } from "#features/office/inbox/reply-openings.ts";
import { Button } from "#ui/button.tsx";
import { Field, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { InboxFormResult } from "./handle-inbox-form.server.ts";

type Options = {
  entryId: string;
  openings: readonly ReplyOpening[];
  firstKey: string;
  actionResult: InboxFormResult | undefined;
};

/** Stores the draft in the browser; repeated clicks send it once. */
function useReply({ entryId, openings, firstKey, actionResult }: Options) {
  const { toFiles } = use(MailRouteContext);
  const fetcher = useFetcher<InboxFormResult>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { hash } = useLocation();
  const [key, setKey] = useState(firstKey);
  const [isDraft, setIsDraft] = useState(false);
  const result = fetcher.data;
  const [form, fields] = useForm<{ body: string }>({
    id: "reply",
    lastResult: result ?? (intentOf(actionResult) === "reply" ? actionResult : undefined),
  });

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
    setIsDraft(true);
  }, [entryId]);

  useEffect(() => {
    if (hash === "#reply") field.current?.focus();
  }, [hash]);

  useEffect(() => {
    if (result?.error) {
      const description = Object.values(result.error).flat().join(" ");
      showToast({ kind: "error", title: "Your answer was not sent", description, about: "answer" });
    }
    if (result?.sentTo === undefined) return;
    keepDraft(entryId, "");
    setIsDraft(false);
    setKey(randomKey());
    const title = `Your answer to ${result.sentTo} is written`;
    const description = staffEmailText("It is on its way.", { toFiles });
    showToast({ kind: "success", title, description, about: "answer" });
  }, [result, entryId, toFiles]);

  return {
    Form: fetcher.Form,
    form,
    body: fields.body,
    busy: fetcher.state !== "idle",
    field,
    key,
    isDraft,
    onChange: (text: string) => keepDraft(entryId, text),
    /** Replaces an unedited opening, otherwise adds the new one below the text. */
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
  /** Set after a post without JavaScript. */
  actionResult: InboxFormResult | undefined;
};

/** Suggests a few openings. */
export function ReplyForm({ entry, siteName, replyKey, actionResult }: Props) {
  const emailText = useEmailText();
  const openings = replyOpenings({ ...entry, siteName });
  const reply = useReply({ entryId: entry.id, openings, firstKey: replyKey, actionResult });
  const isHydrated = useHydrated();
  if (!entry.canBeMailed) return <CannotBeMailed entry={entry} />;
  return (
    <reply.Form method="post" {...getFormProps(reply.form)} className="scroll-mt-24">
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
        error={(reply.body.errors ?? reply.form.errors)?.join(" ")}
        hint={
          reply.isDraft
            ? "This is what you began before."
            : emailText(
                `It goes by mail to ${shownEmail(entry.email)}, and what was written stands below it.`,
              )
        }
      >
        <Textarea
          key={reply.body.key}
          ref={reply.field}
          {...controlProps(reply.body)}
          rows={8}
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
