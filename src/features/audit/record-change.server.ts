import type { Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";

/** A thing the owner keeps; Activity groups and restores by it. */
export type AuditSubject =
  | "account"
  | "product"
  | "category"
  | "media"
  | "hero picture"
  | "category picture"
  | "settings"
  | "import"
  | "order"
  | "inquiry"
  | "message"
  | "customer"
  | "stock"
  | "mail"
  | "order view";

/** One change: what was done to which thing, and how the thing stood before and after (null: it was not there). */
export type Change = {
  readonly action: string;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/**
 * Writes down who changed what (decision D7), in the transaction of the change, so that neither is there without the other. `before` and
 * `after` hold no secret: whoever may read Activity reads them.
 */
export async function recordChanges(
  tx: Queryable,
  actor: SignedIn,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insert(auditLog)
    .values(changes.map((change) => ({ actorId: actor.userId, actorName: actor.name, ...change })));
}
