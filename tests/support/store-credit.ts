import { and, desc, eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { issueStoreCreditWithin } from "#features/orders/store-credit/issue-store-credit.server.ts";

/** Gives store credit as `issueStoreCredit` does, without the proof of who gives it. */
export const giveStoreCredit = (
  deps: EmailDeps,
  input: Parameters<typeof issueStoreCreditWithin>[2],
): ReturnType<typeof issueStoreCreditWithin> =>
  inTransaction(deps.db, (tx) => issueStoreCreditWithin(tx, deps, input));

/** The secret of the private link in an email about store credit; throws without one. */
export function creditTokenIn(text: string | undefined): string {
  const token = /\/store-credit\/([0-9a-f]{64})/.exec(text ?? "")?.[1];
  if (!token) throw new Error("The email has no private link to store credit");
  return token;
}

/** The secret of the newest private link that was emailed to somebody. */
export async function mailedCreditToken(db: Database, recipient: string | null): Promise<string> {
  const [mail] = await db
    .select({ text: mailOutbox.textBody })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, recipient ?? ""), eq(mailOutbox.kind, "store-credit")))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(1);
  return creditTokenIn(mail?.text);
}
