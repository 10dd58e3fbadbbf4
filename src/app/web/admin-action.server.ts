import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Result } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { sealedSchema } from "#platform/secrets.server.ts";
import type { ActionNotice, ActionRefusal, ActionResult } from "./admin-action.ts";
import { EMPTY_RESULT } from "./admin-action.ts";
import type { AppDeps } from "./context.ts";
import { parseForm, readFormData } from "./form.server.ts";
import { refuse } from "./require-admin.server.ts";

export type ActionContext = { deps: AppDeps; actor: Actor };

type Done = Partial<Pick<ActionResult, "undo" | "next">> & { notice: ActionNotice | null };

export type Run = (
  form: FormData,
  context: ActionContext,
  refusal: (error: string) => ActionRefusal,
) => Promise<{ result: Omit<ActionResult, "intent">; status: number }>;

export type ActionTable = Readonly<Record<string, Run>>;

const statuses: Record<string, number> = { not_found: 404, conflict: 409 };

/**
 * One action: its form's schema, use case and success notice. `isSecret` fields never return to the browser. A post
 * that only edits list rows returns the fields and runs nothing.
 */
export function adminAction<Schema extends z.ZodType, Value>(action: {
  schema: Schema | ((context: ActionContext) => Promise<Schema>);
  isSecret?: (name: string, value: string) => boolean;
  run: (input: z.output<Schema>, context: ActionContext) => Promise<Result<Value, string>>;
  done: (value: Value, input: z.output<Schema>) => Done;
}): Run {
  return async (form, context, refusal) => {
    const schema =
      typeof action.schema === "function" ? await action.schema(context) : action.schema;
    const submission = await parseForm(form, schema);
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
    if (ran.error === "forbidden") return refuse();
    const { notice, fieldErrors = {}, formErrors = [] } = refusal(ran.error);
    const reply = submission.reply({ fieldErrors, hideFields });
    return {
      result: { ...EMPTY_RESULT, error: ran.error, form: reply, formErrors, notice },
      status: statuses[ran.error] ?? 422,
    };
  };
}

/** The actions of one subject, and their refusal messages. */
export type SubjectActions = {
  actions: ActionTable;
  refusal: (intent: string, error: string) => ActionRefusal;
};

const UNKNOWN: ActionNotice = {
  kind: "error",
  title: "Nothing was changed",
  description: "The shop did not understand. Please load the page anew.",
};

/** Runs the action named by the form's `intent`; an unknown intent gives 400 and changes nothing. */
export async function runAdminAction(
  request: Request,
  context: ActionContext,
  subjects: readonly SubjectActions[],
) {
  const form = await readFormData(request);
  const intent = String(form.get("intent") ?? "");
  const subject = subjects.find(({ actions }) => Object.hasOwn(actions, intent));
  const run = subject?.actions[intent];
  if (!run) {
    const result: ActionResult = { ...EMPTY_RESULT, intent, error: "invalid", notice: UNKNOWN };
    return data(result, { status: 400 });
  }
  const { result, status } = await run(form, context, (error) => subject.refusal(intent, error));
  const leaving = result.done && isPagePost(request) ? messageCookie(result, context.deps) : null;
  if (leaving) throw redirect(nextPage(request, result.next), { status: 303, headers: leaving });
  return data<ActionResult>({ ...result, intent }, { status });
}

/** Whether the browser posted the form without JavaScript; the page's script requests data. */
function isPagePost(request: Request): boolean {
  return !new URL(request.url).pathname.endsWith(".data");
}

/**
 * The redirect after a post without JavaScript, so that a reload does not repeat it: the same page without its
 * dialog.
 */
function nextPage(request: Request, next: string | null): string {
  const { pathname, searchParams } = new URL(request.url);
  if (next?.startsWith("/")) return next;
  if (next) return pathname + next;
  for (const name of ["dialog", "choose"]) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

const MESSAGE_COOKIE = "da_admin_message";
/** A cookie holds about 4,000 bytes; a longer Undo is shown in the response itself. */
const MAX_MESSAGE_LENGTH = 3_500;

type Message = Pick<ActionResult, "notice" | "undo">;
type MessageDeps = Pick<AppDeps, "secretBox" | "publicUrl">;

/** An action's message and Undo for the next page. Sealed, because the page posts the Undo. */
function messageCookie({ notice, undo }: Message, deps: MessageDeps): Headers | null {
  const sealed = deps.secretBox.seal(JSON.stringify({ notice, undo }), MESSAGE_COOKIE);
  const value = Buffer.from(JSON.stringify(sealed)).toString("base64url");
  if (value.length > MAX_MESSAGE_LENGTH) return null;
  return new Headers({ "Set-Cookie": adminCookie(value, 60, deps) });
}

function adminCookie(value: string, maxAge: number, { publicUrl }: MessageDeps): string {
  const secure = publicUrl.startsWith("https://") ? "; Secure" : "";
  return `${MESSAGE_COOKIE}=${value}; Max-Age=${maxAge}; Path=/admin; HttpOnly; SameSite=Lax${secure}`;
}

/** The message left by the previous post and the header that clears it, or null. */
export function readMessage(
  request: Request,
  deps: MessageDeps,
): { message: Message; clear: string } | null {
  const pair = request.headers
    .get("cookie")
    ?.split(/;\s*/)
    .find((each) => each.startsWith(`${MESSAGE_COOKIE}=`));
  if (!pair) return null;
  try {
    const json = Buffer.from(pair.slice(MESSAGE_COOKIE.length + 1), "base64url").toString();
    const text = deps.secretBox.open(sealedSchema.parse(JSON.parse(json)), MESSAGE_COOKIE);
    return text ? { message: JSON.parse(text), clear: adminCookie("", 0, deps) } : null;
  } catch {
    return null;
  }
}
