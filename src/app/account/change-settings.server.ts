import { data } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { SessionsToEnd } from "#features/identity/end-sessions.server.ts";
import { endSessions } from "#features/identity/end-sessions.server.ts";
import { saveEmailPreferences } from "#features/identity/save-email-preferences.server.ts";
import type { AccountNote } from "./account-note.ts";
import { doneAt, refuseAccount } from "./account-responses.server.ts";

type Deps = Pick<AppDeps, "db" | "publicUrl">;

const HERE = "/profile/settings";

/** Takes in the forms of the settings: which mails are wished, and where the account stays signed in. */
export async function changeSettings(
  deps: Deps,
  input: { actor: Actor; sessionId: string; request: Request },
) {
  const { actor, sessionId, request } = input;
  const form = await request.formData();
  switch (fieldText(form, "intent")) {
    case "save-wishes": {
      const wishes = {
        emailNotifications: form.get("emailNotifications") === "1",
        orderUpdates: form.get("orderUpdates") === "1",
      };
      const saved = await saveEmailPreferences(deps, { actor, wishes });
      return saved.ok ? doneAt(HERE, "settings-saved", deps.publicUrl) : refuseAccount();
    }
    case "end-session":
      return end(deps, actor, { one: fieldText(form, "sessionId") }, "session-ended");
    case "end-others":
      return end(deps, actor, { allBut: sessionId }, "sessions-ended");
    default:
      return data(null, { status: 400 });
  }
}

async function end(deps: Deps, actor: Actor, which: SessionsToEnd, note: AccountNote) {
  const ended = await endSessions(deps, { actor, which });
  return ended.ok ? doneAt(HERE, note, deps.publicUrl) : refuseAccount();
}
