import { data } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { PERSONAL } from "#app/web/form-page-headers.ts";
import { isTrapped } from "#features/inbox/form-trap.ts";
import type { MessageFormResult } from "#features/inbox/message-form-result.ts";
import { MESSAGE_FORM_MESSAGES } from "#features/inbox/message-form-result.ts";
import type { MessageKind } from "#features/inbox/message-input.ts";
import { readMessage, submittedMessage } from "#features/inbox/message-input.ts";
import { sendMessage } from "#features/inbox/send-message.server.ts";

type MessageDeps = Pick<AppDeps, "db" | "jobs" | "clock" | "publicUrl" | "logger">;

const answer = (value: MessageFormResult, status = 200) =>
  data(value, { status, headers: PERSONAL });

/** Takes a message form in: what comes back is always an answer for its page, with the words typed, and never an exception. */
export async function handleMessageForm(deps: MessageDeps, form: MessageKind, sent: FormData) {
  const typed = submittedMessage(sent);
  // A program is told what it hopes to hear, and nothing is kept.
  if (isTrapped(sent)) return answer({ form, status: "sent" });
  const read = readMessage(form, typed);
  if (!read.ok) return answer({ form, status: "invalid", errors: read.error, typed }, 422);
  try {
    const kept = await sendMessage(deps, { kind: form, values: read.value });
    if (kept.ok) return answer({ form, status: "sent" });
    return answer({ form, status: "failed", reason: MESSAGE_FORM_MESSAGES.tooMany, typed }, 429);
  } catch (error) {
    deps.logger.error({ err: error, form }, "inbox: a message was not kept");
    return answer({ form, status: "failed", reason: MESSAGE_FORM_MESSAGES.tryAgain, typed }, 503);
  }
}

/** The form a request carries; one that cannot be read is an empty one. */
export async function formOf(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}
