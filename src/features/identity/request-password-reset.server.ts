import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { passwordResetRequests } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { rateLimitKey } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { accountKey, countAttempt } from "./attempts.server.ts";

const PATH = "/request-password-reset";

/** Mails to one account: enough for somebody who looks in the wrong mailbox, too few to fill one. */
const FOR_ONE_ACCOUNT = { most: 4, windowS: 60 * 60 };

/** Requests from one address, for whichever accounts. */
const FROM_ONE_ADDRESS = { most: 20, windowS: 60 * 60 };

/**
 * Takes down that somebody forgot the password of an account and asks a job to write the mail. Whether there is such an account is
 * looked up by the job and not here: an unknown address costs the same work and gets the same answer.
 */
export async function requestPasswordReset(
  deps: { auth: Auth; db: Database; jobs: JobQueue; clock: Clock },
  input: { email: string; request: Request },
): Promise<Result<null, TooManyAttempts>> {
  const { auth, db, jobs, clock } = deps;
  const email = input.email.toLowerCase();
  const fromHere = await countAttempt(
    deps,
    rateLimitKey(auth, input.request, PATH),
    FROM_ONE_ADDRESS,
  );
  if (!fromHere.ok) return fromHere;
  const forAccount = await countAttempt(
    deps,
    `account|${PATH}|${accountKey(email)}`,
    FOR_ONE_ACCOUNT,
  );
  if (!forAccount.ok) return forAccount;
  const id = newId();
  await db.transaction(async (tx) => {
    await tx.insert(passwordResetRequests).values({ id, email, createdAt: clock.now() });
    await jobs.send("send-reset-link", { requestId: id }, tx);
  });
  return ok(null);
}
