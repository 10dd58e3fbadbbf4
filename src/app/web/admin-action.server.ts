import { data } from "react-router";
import type { z } from "zod";
import type { Result } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { ActionNotice, ActionRefusal, ActionResult } from "./admin-action.ts";
import type { AppDeps } from "./context.ts";
import { parseForm, readFormData } from "./form.server.ts";
import { refuse } from "./require-admin.server.ts";

/** Who acts, and with which dependencies. */
export type ActionContext = { deps: AppDeps; actor: Actor };

type Done = Partial<Pick<ActionResult, "undo" | "next">> & { notice: ActionNotice | null };

type Run = (
  form: FormData,
  context: ActionContext,
  refusal: (error: string) => ActionRefusal,
) => Promise<{ result: Omit<ActionResult, "intent">; status: number }>;

/** The actions of an admin page by their `intent`. */
export type ActionTable = Readonly<Record<string, Run>>;

const NOTHING = { formErrors: [], undo: null, next: null };

const statuses: Record<string, number> = { not_found: 404, conflict: 409 };

/**
 * One action: the schema of its form, its use case, and the notice of its success. A field that `isSecret` does not return to the
 * browser. A post that only adds, moves or removes a row of a list returns the changed fields and runs nothing.
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
        return { result: { ...NOTHING, done: false, form: reply, notice: null }, status: 200 };
      }
      const { notice } = refusal("invalid");
      return { result: { ...NOTHING, done: false, form: reply, notice }, status: 422 };
    }
    const ran = await action.run(submission.value, context);
    if (ran.ok) {
      const done = action.done(ran.value, submission.value);
      const reply = submission.reply({ resetForm: true });
      return { result: { ...NOTHING, ...done, done: true, form: reply }, status: 200 };
    }
    if (ran.error === "forbidden") return refuse();
    const { notice, fieldErrors = {}, formErrors = [] } = refusal(ran.error);
    const reply = submission.reply({ fieldErrors, hideFields });
    return {
      result: { ...NOTHING, done: false, form: reply, formErrors, notice },
      status: statuses[ran.error] ?? 422,
    };
  };
}

/** The actions of one subject, and the words of their refusals. */
export type SubjectActions = {
  actions: ActionTable;
  refusal: (intent: string, error: string) => ActionRefusal;
};

const UNKNOWN: ActionNotice = {
  kind: "error",
  title: "Nothing was changed",
  description: "The shop did not understand. Please load the page anew.",
};

/** Runs the action that a posted form names by its `intent`; an unknown one is refused with 400 and changes nothing. */
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
    const result: ActionResult = { ...NOTHING, intent, done: false, form: null, notice: UNKNOWN };
    return data(result, { status: 400 });
  }
  const { result, status } = await run(form, context, (error) => subject.refusal(intent, error));
  return data<ActionResult>({ ...result, intent }, { status });
}
