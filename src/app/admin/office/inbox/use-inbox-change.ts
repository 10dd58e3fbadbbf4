import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#ui/toast-store.ts";
import type { InboxFormResult } from "./handle-inbox-form.server.ts";

/** Shows the result as a toast with Undo. */
export function useInboxChange(onChanged: () => void = () => undefined) {
  const fetcher = useFetcher<InboxFormResult>();
  const { data, submit } = fetcher;
  const reported = useRef<InboxFormResult | undefined>(undefined);
  useEffect(() => {
    if (!data || reported.current === data) return;
    reported.current = data;
    const { changed, error } = data;
    if (!changed) {
      const description = Object.values(error ?? {})
        .flat()
        .join(" ");
      showToast({ kind: "error", title: "Nothing was changed", description, about: "inbox" });
      return;
    }
    onChanged();
    const undo = () => {
      const form = new FormData();
      for (const { id, status } of changed.undo) form.append("change", `${id} ${status}`);
      void submit(form, { method: "post" });
    };
    showToast({
      kind: "success",
      title: changed.message,
      about: "inbox",
      ...(changed.undo.length > 0 && { action: { label: "Undo", onSelect: undo } }),
    });
  }, [data, submit, onChanged]);
  return { Form: fetcher.Form, busy: fetcher.state !== "idle" };
}
