import { data, isRouteErrorResponse } from "react-router";
import type { ToastInput } from "#ui/toast-store.ts";
import type { FormResult } from "./form.server.ts";
import { identityRequestIn } from "./identity-request.ts";
import { submitForm } from "./submit-form.ts";

/** Nested names look like `items[0].quantity`; null and undefined are left out. */
export type FormFieldValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FormFieldValue[]
  | { readonly [name: string]: FormFieldValue };

export type ActionFields = { intent: string } & { readonly [name: string]: FormFieldValue };

/** A toast, or without JavaScript a notice. The link opens a new tab. */
export type ActionNotice = Pick<ToastInput, "kind" | "title" | "description"> & {
  link?: { label: string; href: string };
};

export type ActionRefusal = {
  notice: ActionNotice;
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
};

export type ActionResult = {
  intent: string;
  done: boolean;
  /** "failed" means unreachable, "signed_out" an ended session. */
  error: string | null;
  /** Conform's `lastResult`; null when the shop was unreachable. */
  form: FormResult | null;
  formErrors: readonly string[];
  notice: ActionNotice | null;
  /** Reverses the action. */
  undo: ActionFields | null;
  /** Opens next, as a query or a path. */
  next: string | null;
};

/** Created in the browser when the shop sent none; the page has the messages. */
function unsentAction(error: "failed" | "signed_out"): ActionResult {
  return { ...EMPTY_RESULT, intent: "", error };
}

export const EMPTY_RESULT = {
  done: false,
  error: null,
  form: null,
  formErrors: [],
  notice: null,
  undo: null,
  next: null,
} as const satisfies Omit<ActionResult, "intent">;

/** Booleans become "true" and "false". */
export function formEntries(fields: FormFieldValue, name = ""): [string, string][] {
  if (fields === null || fields === undefined) return [];
  if (Array.isArray(fields)) {
    return fields.flatMap((each, index) => formEntries(each, `${name}[${index}]`));
  }
  if (typeof fields !== "object") return [[name, String(fields)]];
  return Object.entries(fields).flatMap(([key, value]) =>
    formEntries(value, name ? `${name}.${key}` : key),
  );
}

/** As `submitForm`; what waits for a proof of who sends it passes to the error boundary (`requestConfirmation`). */
export async function submitAdminForm<Value>(send: () => Promise<Value>, failed: string) {
  let waiting: unknown = null;
  const result = await submitForm(async () => {
    try {
      return await send();
    } catch (error) {
      if (identityRequestIn(error)) waiting = error;
      throw error;
    }
  }, failed);
  if (waiting) throw waiting;
  return result;
}

/** Null when the shop was unreachable or failed. Rethrows refusals, redirects and aborted navigations. */
export async function nullIfUnreachable<Value>(
  result: Promise<Value>,
  { signal }: Pick<Request, "signal">,
): Promise<Value | null> {
  try {
    return await result;
  } catch (error) {
    const isRefused = isRouteErrorResponse(error) && error.status < 500;
    if (error instanceof Response || isRefused || signal.aborted) throw error;
    return null;
  }
}

const leadsToLogin = (error: unknown) =>
  error instanceof Response && error.headers.get("location")?.startsWith("/login") === true;

/**
 * Returns a result for an unreachable shop, and with `keepsPage` for an ended session. The error status
 * prevents a data reload.
 */
export async function sendAdminAction<Value>(
  send: () => Promise<Value>,
  request: Pick<Request, "signal">,
  { keepsPage = false } = {},
) {
  try {
    const result = await nullIfUnreachable(send(), request);
    return result ?? data(unsentAction("failed"), { status: 503 });
  } catch (error) {
    if (keepsPage && leadsToLogin(error)) return data(unsentAction("signed_out"), { status: 401 });
    throw error;
  }
}
