import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { randomKey } from "#core/random-key.ts";
import type { ReplyOpening } from "#features/inbox/reply-openings.ts";
import { showToast } from "#ui/toast-store.ts";
import type { InboxFormResult } from "./inbox-form-result.ts";
import { keepDraft, readDraft } from "./reply-draft.browser.ts";

type Options = { entryId: string; openings: readonly ReplyOpening[]; firstKey: string };

/** An answer being written: kept in the browser until it was sent, and sent once however often the button is pressed. */
export function useReply({ entryId, openings, firstKey }: Options) {
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
