import { data, isRouteErrorResponse } from "react-router";
import type { ToastInput } from "#ui/toast-store.ts";
import type { FormResult } from "./form.server.ts";

/** A value of a form: objects and lists become names like `items[0].quantity`; null and undefined are left out. */
export type FormFieldValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FormFieldValue[]
  | { readonly [name: string]: FormFieldValue };

/** The fields of one post to an admin page; `intent` names the action. */
export type ActionFields = { intent: string } & { readonly [name: string]: FormFieldValue };

/** A message about an action: a toast, and without JavaScript a notice on the page. Its link opens a new tab. */
export type ActionNotice = Pick<ToastInput, "kind" | "title" | "description"> & {
  link?: { label: string; href: string };
};

/** What a refused action says: a notice, and errors at the form's fields or above them. */
export type ActionRefusal = {
  notice: ActionNotice;
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
};

/** What came of an action of an admin page. */
export type ActionResult = {
  intent: string;
  done: boolean;
  /** Why it was refused; "failed" when the shop could not be reached, "signed_out" when the session has ended. */
  error: string | null;
  /** For Conform's `lastResult`; null when the shop could not be reached. */
  form: FormResult | null;
  formErrors: readonly string[];
  notice: ActionNotice | null;
  /** The post that takes it back. */
  undo: ActionFields | null;
  /** The page to show next: a query or a path. */
  next: string | null;
};

/** The result that a browser makes itself when none came from the shop; the page has the messages. */
export function unsentAction(error: "failed" | "signed_out"): ActionResult {
  return { ...EMPTY_RESULT, intent: "", error };
}

/** What most results have in common. */
export const EMPTY_RESULT = {
  done: false,
  error: null,
  form: null,
  formErrors: [],
  notice: null,
  undo: null,
  next: null,
} as const satisfies Omit<ActionResult, "intent">;

/** Each value with its form name, booleans as "true" and "false". */
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

/**
 * The shop's result for a page of the admin, or null when the shop could not be reached or failed: the page says so in its own words and
 * the frame stays. Refusals and redirects are thrown on, as are results for a page that was left meanwhile.
 */
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
 * Sends an admin action. A shop that cannot be reached gives a result too, and with `keepsPage` a session that has ended, so that no
 * input is lost. The error status keeps the page from loading its content again.
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
