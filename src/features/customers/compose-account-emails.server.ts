import { newId } from "#core/ids.ts";
import { socialProviderName } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import type { Email } from "#features/mail/email.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
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

/** Sends the emails about an account through the durable outbox. */
export function composeAccountEmails(deps: Deps): AccountMails {
  /** `occurrence` tells emails of one kind to one account apart. */
  const send = <Extra extends object>(
    to: MailedAccount,
    email: Email<AccountEmailContext & Extra>,
    occurrence: string,
    extra: Extra,
  ) =>
    deps.db.transaction(async (tx) => {
      const { general } = await getSiteShell(tx);
      const { siteName, contactEmail } = general;
      await enqueueEmail(tx, deps.jobs, {
        ...email({ ...extra, siteName, contactEmail, siteUrl: deps.publicUrl }),
        dedupeKey: `${email.kind}:${to.id}:${occurrence}`,
        recipient: to.email,
      });
    });
  return {
    resetPassword: (to, token) => send(to, resetPasswordEmail, newId(), { token }),
    confirmEmail: (to, token) => send(to, confirmEmailEmail, newId(), { token }),
    alreadyRegistered: (to) => {
      // At most one an hour, so that the form cannot be used to fill a mailbox.
      const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS);
      return send(to, alreadyRegisteredEmail, String(hour), {});
    },
    passwordChanged: (to) => send(to, passwordChangedEmail, newId(), {}),
    providerJoined: (to, provider) =>
      send(to, providerJoinedEmail, provider, { provider: socialProviderName(provider) }),
  };
}
