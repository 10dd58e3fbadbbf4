import { eq, or } from "drizzle-orm";
import { emailAsStored } from "#core/email.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { OutboxEmail } from "#features/base/mail/email.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { SignedIn } from "./actor.ts";
import { waysInChangedEmail } from "./ways-in-email.ts";

export type NotifyDeps = Omit<EmailDeps, "db">;

/** Where staff read their mail: an account without a mailbox (RFC 2606) has the shop's contact address. */
export async function staffMailbox(db: Queryable, email: string): Promise<string> {
  if (!email.endsWith(".invalid")) return email;
  return (await getSettings(db, "general")).contactEmail;
}

/** The mailboxes of all owners and of one further account, each once. */
async function mailboxesOf(tx: Transaction, userId: string | null): Promise<readonly string[]> {
  const isConcerned = userId === null ? undefined : eq(profiles.id, userId);
  const people = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(or(eq(profiles.isOwner, true), isConcerned));
  const found = await Promise.all(people.map(({ email }) => staffMailbox(tx, email)));
  return [...new Set(found)];
}

type OwnerFacts = { contactEmail: string; siteName: string; siteUrl: string; at: string };

/** Sends all owners, and one further account, the same email, when the transaction commits. */
export async function notifyOwners(
  tx: Transaction,
  { clock, jobs, publicUrl }: NotifyDeps,
  input: {
    about?: string | null;
    /** Further addresses, such as one that was just replaced. */
    also?: readonly string[];
    compose: (facts: OwnerFacts) => OutboxEmail;
  },
): Promise<void> {
  const { about = null, also = [], compose } = input;
  const { contactEmail, siteName } = await getSettings(tx, "general");
  const at = `${formatMoment(clock.now())} in Georgetown`;
  const email = compose({ contactEmail, siteName, siteUrl: publicUrl, at });
  const event = newId();
  const mailboxes = [...(await mailboxesOf(tx, about)), ...also].map(emailAsStored);
  for (const recipient of new Set(mailboxes)) {
    await enqueueEmail(tx, jobs, {
      ...email,
      dedupeKey: `${email.kind}:${event}:${recipient}`,
      recipient,
    });
  }
}

/**
 * Records a change of the ways in, of people, rights, keys or the account for money in Activity, and tells all owners by
 * email, and whom it is about. In the transaction of the change, so that none happens silently.
 */
export async function announceChange(
  tx: Transaction,
  deps: NotifyDeps,
  input: {
    actor: SignedIn;
    change: Change;
    about: string | null;
    what: string;
    lines?: readonly string[];
  },
): Promise<void> {
  const { about, actor, change, lines = [], what } = input;
  await recordChanges(tx, actor, [change]);
  await notifyOwners(tx, deps, {
    about,
    compose: (facts) => waysInChangedEmail({ ...facts, what: `${actor.name} ${what}`, lines }),
  });
}
