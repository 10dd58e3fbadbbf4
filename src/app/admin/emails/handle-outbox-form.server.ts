import { data, redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import { clearBounce } from "#features/mail/clear-bounce.server.ts";
import type { ResendRefusal } from "#features/mail/resend-mail.server.ts";
import { resendMail } from "#features/mail/resend-mail.server.ts";

const refusals: Readonly<Record<Exclude<ResendRefusal, "forbidden">, string>> = {
  not_found: "This mail does not exist any more.",
  waiting: "This mail still waits for its delivery.",
  address: "Please enter a valid email address",
  private: "This mail opens an account. It goes to its own reader and to nobody else.",
};

async function answerCleared(deps: Pick<AppDeps, "db">, actor: Actor, mailId: string) {
  const cleared = await clearBounce(deps, { actor, mailId });
  if (cleared.ok) return redirect(`/admin/outbox?mail=${mailId}&cleared=1`);
  if (cleared.error === "forbidden") return refuse();
  return data({ problem: refusals.not_found, typed: "" }, { status: 422 });
}

/**
 * Sends a mail again and leads to the one that goes out now, or takes the mark from its address; a refusal is told in words, and the typed
 * address stays.
 */
export async function handleOutboxForm(
  request: Request,
  deps: Pick<AppDeps, "db" | "jobs">,
  actor: Actor,
) {
  const form = await request.formData().catch(() => new FormData());
  if (form.get("intent") === "works-again") {
    return answerCleared(deps, actor, fieldText(form, "mail"));
  }
  const typed = fieldText(form, "to");
  const to = form.get("intent") === "elsewhere" ? typed : null;
  const asked = { actor, mailId: fieldText(form, "mail"), to, key: fieldText(form, "key") };
  const sent = await resendMail(deps, asked);
  if (sent.ok) return redirect(`/admin/outbox?mail=${sent.value.id}`);
  if (sent.error === "forbidden") return refuse();
  return data({ problem: refusals[sent.error], typed }, { status: 422 });
}
