import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#ui/toast-store.ts";
import type { InboxFormResult } from "./inbox-form-result.ts";

/** Sends the forms that give entries a status: says what was done, and offers Undo. */
export function useInboxChange(onChanged: () => void = () => undefined) {
  const fetcher = useFetcher<InboxFormResult>();
  const { data, submit } = fetcher;
  const told = useRef<InboxFormResult | undefined>(undefined);
  useEffect(() => {
    if (!data || told.current === data) return;
    told.current = data;
    if (data.status === "failed") {
      showToast({ kind: "error", title: "Nothing was changed", description: data.words });
    }
    if (data.status !== "changed") return;
    onChanged();
    const putBack = () => {
      const form = new FormData();
      for (const { id, status } of data.undo) form.append("change", `${id} ${status}`);
      void submit(form, { method: "post" });
    };
    showToast({
      kind: "success",
      title: data.words,
      ...(data.undo.length > 0 && { action: { label: "Undo", onSelect: putBack } }),
    });
  }, [data, submit, onChanged]);
  return { Form: fetcher.Form, busy: fetcher.state !== "idle" };
}
