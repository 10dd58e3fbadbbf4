import { createContext, use, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation, useNavigate, useRevalidator } from "react-router";
import { showToast } from "#ui/toast-store.ts";
import type { ActionFields, ActionRefusal, ActionResult } from "./admin-action.ts";
import { formEntries } from "./admin-action.ts";

type Refusal = (intent: string, error: string) => ActionRefusal;

type Options = {
  /** The caller shows the other results. */
  hasToast?: (result: ActionResult) => boolean;
  /** False where reloading a missing page would lose the input. */
  loadsAfterRefusal?: boolean;
  /** What its toasts report on; the intent on its page by default. */
  about?: string;
  /** Runs before the next page opens. */
  onDone?: () => void;
};

/** Outlives the list that offered the Undo. */
export const UndoContext = createContext<PostAction | null>(null);

export function undoRefusal(): ActionRefusal {
  const description = "The shop could not be reached. Please try again.";
  return { notice: { kind: "error", title: "That could not be undone", description } };
}

function toastOf({ notice, undo }: ActionResult, post: (fields: ActionFields) => unknown) {
  if (!notice) return null;
  const { link, ...toast } = notice;
  const open = link && {
    label: link.label,
    onSelect: () => void window.open(link.href, "_blank", "noopener"),
  };
  const action = undo ? { label: "Undo", onSelect: () => void post(undo) } : open;
  return { ...toast, ...(action && { action }) };
}

/** Shows a toast with Undo, the next page, or fresh data after a refusal. */
export function useAdminAction(refusal: Refusal, options: Options = {}) {
  const { about, hasToast = () => true, loadsAfterRefusal = true, onDone } = options;
  const fetcher = useFetcher<ActionResult>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const undo = use(UndoContext);
  const [result, setResult] = useState<ActionResult | null>(null);
  const posted = useRef<{ intent: string; resolve: (result: ActionResult) => void } | null>(null);

  function post(fields: ActionFields | FormData): Promise<ActionResult> {
    const body = fields instanceof FormData ? fields : new FormData();
    if (!(fields instanceof FormData)) {
      for (const [name, value] of formEntries(fields)) body.append(name, value);
    }
    return new Promise((resolve) => {
      // biome-ignore lint/plugin: the browser notes what it sends, and downloads no schema for it
      posted.current = { intent: String(body.get("intent")), resolve };
      void fetcher.submit(body, { method: "post", action: pathname + search });
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    const response = fetcher.data;
    const current = posted.current;
    if (!response || !current) return;
    posted.current = null;
    const latest = withMessages(response, current.intent, refusal);
    if (latest.done) onDone?.();
    const toast = toastOf(latest, undo ?? post);
    if (toast && hasToast(latest)) {
      showToast({ ...toast, about: about ?? `${pathname} ${current.intent}` });
    }
    if (!latest.done && !isUnsent(latest) && loadsAfterRefusal) void revalidate();
    if (latest.next) void navigate(latest.next, { preventScrollReset: latest.next[0] === "?" });
    setResult(latest);
    current.resolve(latest);
  }, [fetcher.data]);

  return { busy: fetcher.state !== "idle", result, post };
}

const isUnsent = ({ error }: ActionResult) => error === "failed" || error === "signed_out";

const SIGNED_OUT =
  "You are no longer signed in. Sign in again in another tab, then save here: your input is not lost.";

/** Adds the messages to a result that the server did not write. */
function withMessages(result: ActionResult, intent: string, refusal: Refusal): ActionResult {
  if (!isUnsent(result)) return result;
  const { notice, formErrors = [] } = refusal(intent, "failed");
  if (result.error !== "signed_out") return { ...result, intent, formErrors, notice };
  return { ...result, intent, notice: { ...notice, description: SIGNED_OUT } };
}

export type PostAction = ReturnType<typeof useAdminAction>["post"];
