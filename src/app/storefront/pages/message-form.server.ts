import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm } from "#app/web/form.server.ts";
import { isTrapped } from "#features/office/inbox/form-trap.ts";
import type { MessageKind } from "#features/office/inbox/message-form.ts";
import { MESSAGE_FORM_MESSAGES } from "#features/office/inbox/message-form.ts";
import { messageSchemas, sendMessage } from "#features/office/inbox/send-message.server.ts";

type Deps = Pick<AppDeps, "db" | "jobs" | "clock" | "publicUrl" | "logger">;

/** `form` distinguishes the forms of one page. */
export type MessageFormResult = FormResult & { form: MessageKind };

/** `network`: of the sender. Returns every failure as a result; does not throw. */
export async function handleMessageForm(
  deps: Deps,
  { form, kind, network }: { kind: MessageKind; form: FormData; network: string },
) {
  const respond = (result: FormResult, status: number) =>
    data<MessageFormResult>({ form: kind, ...result }, { status, headers: PRIVATE });
  // A bot gets the same result as a person; nothing is stored.
  if (isTrapped(form)) return respond({ status: "success" }, 200);
  const submission = await parseForm(form, messageSchemas[kind]);
  if (submission.status !== "success") return respond(submission.reply(), 422);
  const { tooMany, tryAgain } = MESSAGE_FORM_MESSAGES;
  try {
    const sent = await sendMessage(deps, { kind, values: submission.value, network });
    if (sent.ok) return respond({ status: "success" }, 200);
    return respond(submission.reply({ formErrors: [tooMany] }), 429);
  } catch (error) {
    deps.logger.error({ err: error, form: kind }, "inbox: a message was not stored");
    return respond(submission.reply({ formErrors: [tryAgain] }), 503);
  }
}
