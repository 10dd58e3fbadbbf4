import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";
import type { EmailTopic } from "./email-preferences.ts";
import { EMAIL_TOPICS } from "./email-preferences.ts";

type Unsubscription = { userId: string; topic: EmailTopic };

const signedText = ({ userId, topic }: Unsubscription) => `unsubscribe:${userId}:${topic}`;

/** The token is signed, and is for one account and topic only. */
export function unsubscribeToken(auth: Auth, subject: Unsubscription): string {
  const signature = signText(auth, signedText(subject)).toString("base64url");
  return `${subject.userId}.${subject.topic}.${signature}`;
}

/** The URL unsubscribes without signing in (RFC 8058). */
export function unsubscribeUrl(auth: Auth, publicUrl: string, subject: Unsubscription): string {
  return `${publicUrl}/unsubscribe?${new URLSearchParams({ token: unsubscribeToken(auth, subject) })}`;
}

/** Null for an invalid signature. */
export function readUnsubscribeToken(auth: Auth, token: string | null): Unsubscription | null {
  const [userId = "", name = "", given = "", ...more] = (token ?? "").slice(0, 200).split(".");
  const topic = EMAIL_TOPICS.find((each) => each === name);
  if (!topic || !isId(userId) || more.length > 0) return null;
  const subject = { userId, topic };
  const signature = Buffer.from(given, "base64url");
  return isSignedText(auth, signedText(subject), signature) ? subject : null;
}

/** Ends the emails of a signed link. Idempotent, also for a deleted account. */
export async function unsubscribe(
  deps: { db: Queryable; auth: Auth },
  input: { token: string | null },
): Promise<Result<EmailTopic, "unknown_link">> {
  const subject = readUnsubscribeToken(deps.auth, input.token);
  if (!subject) return fail("unknown_link");
  const preference =
    subject.topic === "order-updates" ? { orderUpdates: false } : { emailNotifications: false };
  await deps.db.update(profiles).set(preference).where(eq(profiles.id, subject.userId));
  return ok(subject.topic);
}
