import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { commitAnyway } from "#db/in-transaction.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { accountKey, countAttempt } from "#features/base/identity/attempts.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { measureMeEmail } from "#features/body/measurement/measure-me-email.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { SentRow } from "./change-sent-links.server.ts";
import { withSentLink } from "./change-sent-links.server.ts";
import { linkEmailSchema, linkPath, linkState, MAX_EMAILS } from "./measurement-link.ts";
import { linkTokenColumn } from "./sealed-links.server.ts";
import { canEmail, listSentGroups } from "./sent-links.server.ts";

type Deps = {
  db: Database;
  measurementBox: SecretBox;
  clock: Clock;
  jobs: JobQueue;
  publicUrl: string;
};

/** The limit is for one account, within an hour. */
const MAX_OF_ACCOUNT = { most: 30, windowS: 3_600 };
/** The limit is for one address from all accounts, within an hour. */
const MAX_TO_ADDRESS = { most: 5, windowS: 3_600 };

/** Counts an email against its account and its address. False when either limit is reached. */
async function countEmail(
  counters: { db: Transaction; clock: Clock },
  { email, senderId }: { email: string; senderId: string },
): Promise<boolean> {
  const ofAccount = await countAttempt(counters, `measure-me|${senderId}`, MAX_OF_ACCOUNT);
  const toAddress = await countAttempt(counters, `measure-me|${accountKey(email)}`, MAX_TO_ADDRESS);
  return ofAccount.ok && toAddress.ok;
}

/** To whom a link is emailed, and whether it is a reminder because the last email went there too. */
function validateEmail(
  link: SentRow,
  submitted: string | null,
  now: Date,
): Result<{ email: string; isReminder: boolean }, "invalid" | "too_many" | "too_soon"> {
  const parsed = linkEmailSchema.safeParse({ email: submitted ?? link.email ?? undefined });
  if (!parsed.success) return fail("invalid");
  const { email } = parsed.data;
  if (link.emailsSent >= MAX_EMAILS) return fail("too_many");
  const isReminder = link.email?.toLowerCase() === email.toLowerCase();
  return isReminder && !canEmail(link, now) ? fail("too_soon") : ok({ email, isReminder });
}

export type EmailLinkFailure =
  | "forbidden"
  | "not_found"
  | "invalid"
  | "too_soon"
  | "too_many"
  | "too_many_attempts";

/**
 * Has the shop email a link that is not done. `email` null: to the address of the last time, as a reminder. 'too_soon' within a day
 * of the last email to the same address, 'too_many' after `MAX_EMAILS` of the link, 'too_many_attempts' after 30 of the account or 5
 * to the address within an hour. The email is queued in the same transaction.
 */
export function emailLink(
  deps: Deps,
  input: { actor: Actor; linkId: string; email: string | null },
): Promise<Result<null, EmailLinkFailure>> {
  const { actor } = input;
  return withSentLink<null, EmailLinkFailure>(deps.db, input, async (tx, link, senderId) => {
    const now = deps.clock.now();
    const state = linkState(link, now);
    const token = linkTokenColumn.open(deps.measurementBox, link);
    if ((state !== "not_opened" && state !== "measuring") || token === null)
      return fail("not_found");
    const valid = validateEmail(link, input.email, now);
    if (!valid.ok) return valid;
    const { email, isReminder } = valid.value;
    const isCounted = await countEmail({ db: tx, clock: deps.clock }, { email, senderId });
    // A refused attempt counts for the hour as well.
    if (!isCounted) return commitAnyway(fail("too_many_attempts"));
    const senderName = isSignedIn(actor) ? actor.name : "";
    await queueEmail(deps, tx, { link, email, senderName, token, isReminder });
    await tx
      .update(measurementLinks)
      .set({ email, emailedAt: now, emailsSent: link.emailsSent + 1 })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

type Outgoing = {
  link: SentRow;
  email: string;
  senderName: string;
  token: string;
  isReminder: boolean;
};

async function queueEmail(deps: Deps, tx: Transaction, outgoing: Outgoing): Promise<void> {
  const { email, isReminder, link, senderName, token } = outgoing;
  const general = await getSettings(tx, "general");
  await enqueueEmail(tx, deps.jobs, {
    ...measureMeEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      senderName,
      isReminder,
      garment: link.garment,
      occasion: link.occasion,
      measureUrl: `${deps.publicUrl}${linkPath(token)}`,
    }),
    dedupeKey: `measure-me:${link.id}:${link.emailsSent + 1}`,
    recipient: email,
  });
}

/** Reminds each person of a group who is not done and has an address, at most once a day. Returns how many. */
export async function remindGroup(
  deps: Deps,
  { actor, groupId }: { actor: Actor; groupId: string },
): Promise<Result<number, EmailLinkFailure>> {
  const groups = await listSentGroups(deps, { actor });
  if (!groups.ok) return groups;
  const group = groups.value.find(({ id }) => id === groupId);
  if (!group) return fail("not_found");
  let sent = 0;
  for (const { canRemind, id } of group.links) {
    if (!canRemind) continue;
    const reminded = await emailLink(deps, { actor, linkId: id, email: null });
    if (!reminded.ok && reminded.error === "too_many_attempts" && sent === 0) return reminded;
    if (reminded.ok) sent += 1;
  }
  return sent > 0 ? ok(sent) : fail("too_soon");
}
