import { newId } from "#core/ids.ts";
import { socialProviderName } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import type { MailKind } from "#features/mail/mail-kinds.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { AccountMails, MailedAccount } from "#platform/account-mails.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { AccountEmailContext } from "./account-email.ts";
import {
  alreadyRegisteredEmail,
  confirmEmailEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  resetPasswordEmail,
} from "./account-email.ts";

const HOUR_MS = 60 * 60 * 1000;

type Deps = { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string };

/** The mails about an account, each put into the durable outbox as soon as it is asked for. */
export function composeAccountEmails(deps: Deps): AccountMails {
  const send = (
    to: MailedAccount,
    kind: MailKind,
    happening: string,
    write: (place: AccountEmailContext) => RenderedMail,
  ) =>
    deps.db.transaction(async (tx) => {
      const { general } = await getSiteShell(tx);
      const { siteName, contactEmail } = general;
      await enqueueMail(tx, deps.jobs, {
        ...write({ siteName, contactEmail, siteUrl: deps.publicUrl }),
        dedupeKey: `${kind}:${to.id}:${happening}`,
        kind,
        recipient: to.email,
      });
    });
  return {
    resetPassword: (to, token) =>
      send(to, "account-reset-password", newId(), (place) => resetPasswordEmail(place, token)),
    confirmEmail: (to, token) =>
      send(to, "account-confirm-email", newId(), (place) => confirmEmailEmail(place, token)),
    alreadyRegistered: (to) => {
      // At most one an hour: the form must not become a way to fill somebody's mailbox.
      const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS);
      return send(to, "account-already-registered", String(hour), alreadyRegisteredEmail);
    },
    passwordChanged: (to) => send(to, "account-password-changed", newId(), passwordChangedEmail),
    providerJoined: (to, provider) =>
      send(to, "account-provider-joined", provider, (place) =>
        providerJoinedEmail(place, socialProviderName(provider)),
      ),
  };
}
