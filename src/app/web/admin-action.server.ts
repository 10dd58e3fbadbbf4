import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Result } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ActionNotice, ActionRefusal, ActionResult } from "./admin-action.ts";
import { EMPTY_RESULT } from "./admin-action.ts";
import type { AppDeps } from "./context.ts";
import { isPagePost, parseForm, readFormData } from "./form.server.ts";
import { pressedButton } from "./form-fields.ts";
import { readOneTimeCookie, writeOneTimeCookie } from "./one-time-cookie.server.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";
import { refuse } from "./require-admin.server.ts";

export type ActionContext = { deps: AppDeps; actor: Actor };

type PostedContext = ActionContext & { request: Request };

type Done = Partial<Pick<ActionResult, "undo" | "next">> & { notice: ActionNotice | null };

export type Run = (
  form: FormData,
  context: PostedContext,
  refusal: (error: string, details?: string) => ActionRefusal,
) => Promise<{ result: Omit<ActionResult, "intent">; status: number }>;

type DetailedRefusal = { code: string; details: string };

const detailed = (error: string | DetailedRefusal): DetailedRefusal =>
  typeof error === "string" ? { code: error, details: "" } : error;

type ActionTable = Readonly<Record<string, Run>>;

const statuses: Record<string, number> = { not_found: 404, conflict: 409 };

/** `isSecret` fields never return to the browser. A post that edits list rows does not run `run`. */
export function adminAction<Schema extends z.ZodType, Value>(action: {
  schema: Schema | ((context: ActionContext) => Promise<Schema>);
  isSecret?: (name: string, value: string) => boolean;
  /** A refusal is a code, or a code with what the person has to know beside it. */
  run: (
    input: z.output<Schema>,
    context: ActionContext,
  ) => Promise<Result<Value, string | DetailedRefusal>>;
  done: (value: Value, input: z.output<Schema>) => Done;
}): Run {
  return async (form, context, refusal) => {
    const schema =
      typeof action.schema === "function" ? await action.schema(context) : action.schema;
    const submission = await parseForm(form, schema);
    // biome-ignore lint/plugin: the names of fields that never return to the browser
    const hideFields = [...form]
      .filter(([name, value]) => action.isSecret?.(name, String(value)))
      .map(([name]) => name);
    if (submission.status !== "success") {
      const reply = submission.reply({ hideFields });
      if (submission.status === undefined) {
        return { result: { ...EMPTY_RESULT, form: reply }, status: 200 };
      }
      const { notice } = refusal("invalid");
      const result = { ...EMPTY_RESULT, error: "invalid", form: reply, notice };
      return { result, status: 422 };
    }
    const ran = await action.run(submission.value, context);
    if (ran.ok) {
      const done = action.done(ran.value, submission.value);
      const reply = submission.reply({ resetForm: true });
      return { result: { ...EMPTY_RESULT, ...done, done: true, form: reply }, status: 200 };
    }
    const { code, details } = detailed(ran.error);
    if (code === "forbidden") return refuse();
    if (code === "unconfirmed") return requestConfirmation(context, context.request, form);
    const { notice, fieldErrors = {}, formErrors = [] } = refusal(code, details);
    const reply = submission.reply({ fieldErrors, hideFields });
    return {
      result: { ...EMPTY_RESULT, error: code, form: reply, formErrors, notice },
      status: statuses[code] ?? 422,
    };
  };
}

export type SubjectActions = {
  actions: ActionTable;
  refusal: (intent: string, error: string, details?: string) => ActionRefusal;
};

const UNKNOWN: ActionNotice = {
  kind: "error",
  title: "Nothing was changed",
  description: "The shop did not understand. Please load the page anew.",
};

/** An unknown intent gives 400 and changes nothing. */
export async function runAdminAction(
  request: Request,
  context: ActionContext,
  subjects: readonly SubjectActions[],
) {
  const form = await readFormData(request);
  const intent = pressedButton(form);
  const subject = subjects.find(({ actions }) => Object.hasOwn(actions, intent));
  const run = subject?.actions[intent];
  if (!run) {
    const result: ActionResult = { ...EMPTY_RESULT, intent, error: "invalid", notice: UNKNOWN };
    return data(result, { status: 400 });
  }
  const { result, status } = await run(form, { ...context, request }, (error, details) =>
    subject.refusal(intent, error, details),
  );
  if (result.done) redirectPagePost(request, context.deps, result);
  return data<ActionResult>({ ...result, intent }, { status });
}

/** Returns the same page without its dialog. */
function nextPage(request: Request, next: string | null): string {
  const { pathname, searchParams } = new URL(request.url);
  if (next?.startsWith("/")) return next;
  if (next) return pathname + next;
  for (const name of ["dialog", "choose"]) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** The admin's frame reads it. */
const MESSAGE_COOKIE = { name: "da_admin_message", path: "/admin" };

type Message = Pick<ActionResult, "notice" | "undo">;
type MessageDeps = Pick<AppDeps, "secretBox" | "publicUrl">;

/** Returns the message and the header that clears it. */
export function readMessage(request: Request, deps: MessageDeps) {
  return readOneTimeCookie<Message>(MESSAGE_COOKIE, request, deps);
}

type Left = Partial<Message> & { next?: string | null };

/**
 * Redirects (303) an accepted post without JavaScript against repetition; the next page shows the message.
 * Skips an Undo too long for a cookie.
 */
export function redirectPagePost(
  request: Request,
  deps: MessageDeps,
  { notice = null, undo = null, next = null }: Left,
): void {
  if (!isPagePost(request)) return;
  const cookie = writeOneTimeCookie(MESSAGE_COOKIE, { notice, undo }, deps);
  if (!cookie) return;
  const headers = { "Set-Cookie": cookie };
  throw redirect(nextPage(request, next), { status: 303, headers });
}
