import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import { accountKey, countAttempt } from "#features/identity/attempts.server.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { measureMeEmail } from "../measure-me-email.ts";
import type { SentRow } from "./change-sent-links.server.ts";
import { withSentLink } from "./change-sent-links.server.ts";
import { linkEmailSchema, linkPath, linkState, MAX_EMAILS } from "./measurement-link.ts";
import { openToken } from "./sealed-links.server.ts";
import { canEmail, listSentGroups } from "./sent-links.server.ts";

type Deps = {
  db: Database;
  measurementBox: SecretBox;
  clock: Clock;
  jobs: JobQueue;
  publicUrl: string;
};

/** Of one account, within an hour. */
const MAX_OF_ACCOUNT = { most: 30, windowS: 3_600 };
/** To one address from all accounts, within an hour. */
const MAX_TO_ADDRESS = { most: 5, windowS: 3_600 };

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
    const state = linkState(link, deps.clock.now());
    const token = openToken(deps.measurementBox, link);
    if ((state !== "not_opened" && state !== "measuring") || token === null)
      return fail("not_found");
    const parsed = linkEmailSchema.safeParse({ email: input.email ?? link.email ?? undefined });
    if (!parsed.success) return fail("invalid");
    const { email } = parsed.data;
    const now = deps.clock.now();
    if (link.emailsSent >= MAX_EMAILS) return fail("too_many");
    const isSame = link.email?.toLowerCase() === email.toLowerCase();
    if (isSame && !canEmail(link, now)) return fail("too_soon");
    const counters = { db: tx, clock: deps.clock };
    const ofAccount = await countAttempt(counters, `measure-me|${senderId}`, MAX_OF_ACCOUNT);
    const toAddress = await countAttempt(
      counters,
      `measure-me|${accountKey(email)}`,
      MAX_TO_ADDRESS,
    );
    if (!ofAccount.ok || !toAddress.ok) return fail("too_many_attempts");
    const senderName = isSignedIn(actor) ? actor.name : "";
    await queueEmail(deps, tx, { link, email, senderName, token, isReminder: isSame });
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
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...measureMeEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      senderName,
      isReminder,
      garment: link.garment,
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
