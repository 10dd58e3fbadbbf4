import { formatMoment } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { recordCustomerChange } from "#features/base/audit/record-change.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { SignedIn } from "./actor.ts";
import type { NotifyDeps } from "./notify-owners.server.ts";
import { announceChange } from "./notify-owners.server.ts";
import type { OwnChange } from "./ways-in-email.ts";
import { OWN_CHANGES, ownWayInChangedEmail } from "./ways-in-email.ts";

/** `passkey` is the name of the one that was added or removed. */
type Announced = { actor: SignedIn; change: OwnChange; passkey?: string };

/**
 * Records in Activity that somebody changed a way into the own account, and mails it: of staff to all owners and to them, of
 * a customer to her alone. In the transaction of the change, so that none happens silently.
 */
export async function announceOwnChange(
  tx: Transaction,
  deps: NotifyDeps,
  { actor, change, passkey }: Announced,
): Promise<void> {
  const { action } = OWN_CHANGES[change];
  const { userId } = actor;
  const isStaff = actor.role === "admin";
  const name = isStaff ? actor.name : actor.email;
  const fields = passkey === undefined ? { name } : { name, passkey };
  const isPasskeyGone = change === "passkey-removed";
  const recorded = {
    action,
    subject: isStaff ? ("account" as const) : ("customer" as const),
    subjectId: userId,
    before: isPasskeyGone ? fields : null,
    after: isPasskeyGone ? null : fields,
  };
  if (isStaff) {
    const what = `${action} their own account`;
    const lines = passkey === undefined ? [] : [passkey];
    return announceChange(tx, deps, { actor, about: userId, what, lines, change: recorded });
  }
  await recordCustomerChange(tx, recorded);
  const { contactEmail, siteName } = await getSettings(tx, "general");
  await enqueueEmail(tx, deps.jobs, {
    ...ownWayInChangedEmail({
      contactEmail,
      siteName,
      siteUrl: deps.publicUrl,
      change,
      at: `${formatMoment(deps.clock.now())} in Georgetown`,
      passkey: passkey ?? null,
    }),
    dedupeKey: `${ownWayInChangedEmail.kind}:${userId}:${newId()}`,
    recipient: actor.email,
  });
}
