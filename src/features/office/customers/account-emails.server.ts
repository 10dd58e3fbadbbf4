import { asc, eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { socialProviderName } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import { passwordResetRequests } from "#db/schema/identity.server.ts";
import type { Email } from "#features/base/mail/email.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { AccountMails, Auth, MailedAccount } from "#platform/auth.server.ts";
import { RESET_LINK_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { AccountEmailContext } from "./account-email.ts";
import {
  alreadyRegisteredEmail,
  confirmEmailEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  resetPasswordEmail,
} from "./account-email.ts";

const DRAIN_BATCH = 200;

/**
 * Writes the reset email if the account exists, and deletes the request. After a crash it may be written
 * twice, never lost; expired requests are only deleted.
 */
export async function sendResetLink(
  deps: { auth: Auth; db: Database; clock: Clock },
  input: { requestId: string },
): Promise<void> {
  const { auth, db, clock } = deps;
  const thisOne = eq(passwordResetRequests.id, input.requestId);
  const [requested] = await db.select().from(passwordResetRequests).where(thisOne);
  if (!requested) return;
  const ageMs = clock.now().getTime() - requested.createdAt.getTime();
  if (ageMs < RESET_LINK_S * 1000) {
    await auth.api.requestPasswordReset({ body: { email: requested.email } });
  }
  await db.delete(passwordResetRequests).where(thisOne);
}

/** Schedules requests whose job was lost. */
export async function drainResetRequests(deps: { db: Database; jobs: JobQueue }): Promise<void> {
  const waiting = await deps.db
    .select({ id: passwordResetRequests.id })
    .from(passwordResetRequests)
    .orderBy(asc(passwordResetRequests.createdAt))
    .limit(DRAIN_BATCH);
  for (const { id } of waiting) await deps.jobs.send("send-reset-link", { requestId: id });
}

const HOUR_MS = 60 * 60 * 1000;

/** Sends account emails through the outbox. */
export function composeAccountEmails(deps: EmailDeps): AccountMails {
  /** `occurrence` distinguishes emails of a kind. */
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
      // Hourly at most, so that the form cannot fill a mailbox.
      const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS);
      return send(to, alreadyRegisteredEmail, String(hour), {});
    },
    passwordChanged: (to) => send(to, passwordChangedEmail, newId(), {}),
    providerJoined: (to, provider) =>
      send(to, providerJoinedEmail, provider, { provider: socialProviderName(provider) }),
  };
}
