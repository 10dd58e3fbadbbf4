import type { Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";

export type AuditSubject =
  | "account"
  | "refusal"
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
  | "cloth"
  | "made to measure"
  | "mail"
  | "order view"
  | "donation"
  | "personal data"
  | "garment measurements"
  | "maker"
  | "pattern table"
  | "fit memory"
  | "alteration";

/** The record before and after; null is none. */
export type Change = {
  readonly action: string;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/**
 * Records who changed what (decision D7), in the change's transaction. No secrets: every reader of Activity
 * sees them.
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

/** Records what a job changed. Names no person. */
export async function recordShopChange(tx: Queryable, change: Change): Promise<void> {
  await tx.insert(auditLog).values({ actorName: "The shop", ...change });
}

/** Records what a customer changed in an order. Names no person: a customer's name leaves the shop with their account. */
export async function recordCustomerChange(tx: Queryable, change: Change): Promise<void> {
  await tx.insert(auditLog).values({ actorName: "The customer", ...change });
}
