import { desc, eq } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { isId } from "#core/ids.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { verifications } from "#db/schema/identity.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Clock } from "#platform/clock.server.ts";

/** How long a browser reads the measurements of an order after a code, until it needs another one. */
const PROOF_LIFETIME_MS = 60 * 60 * 1000;

/** How long an ended proof is stored, so that a form that was open meanwhile asks for a code instead of losing its input. */
const STORED_FOR_MS = DAY_MS;

/** 'ended' is a proof whose hour is over; it opens nothing. */
export type OrderProof = "valid" | "ended" | "none";

/**
 * Whom codes and proofs belong to: the browser that the request proves to come from, else the signed-in account. Null for a visitor
 * whose browser has no proof (`proveBrowser` gives one).
 */
export function holderOf(actor: Actor): string | null {
  return actor.browser ?? (isSignedIn(actor) ? actor.userId : null);
}

const identifierOf = (orderId: string, holder: string) => `order-proof|${orderId}|${holder}`;

/**
 * Whether the actor's browser has proven with a code that it reads the mailbox of an order. Only `redeemOrderCode` gives a proof, for
 * an hour; no page renews one. The proof is a row and never part of a URL, a page or a form.
 */
export async function findOrderProof(
  { clock, db }: { db: Queryable; clock: Clock },
  { actor, orderId }: { actor: Actor; orderId: string },
): Promise<OrderProof> {
  const holder = holderOf(actor);
  if (holder === null || !isId(orderId)) return "none";
  const [proof] = await db
    .select({ createdAt: verifications.createdAt, expiresAt: verifications.expiresAt })
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(orderId, holder)))
    .orderBy(desc(verifications.createdAt))
    .limit(1);
  const nowMs = clock.now().getTime();
  if (!proof || proof.expiresAt.getTime() <= nowMs) return "none";
  return nowMs < proof.createdAt.getTime() + PROOF_LIFETIME_MS ? "valid" : "ended";
}

/** Stores a proof for an hour from now in place of an earlier one. The caller has checked a code. */
export async function storeOrderProof(
  tx: Transaction,
  { holder, now, orderId }: { orderId: string; holder: string; now: Date },
): Promise<void> {
  const identifier = identifierOf(orderId, holder);
  await tx.delete(verifications).where(eq(verifications.identifier, identifier));
  await tx.insert(verifications).values({
    identifier,
    value: "proven",
    createdAt: now,
    expiresAt: new Date(now.getTime() + STORED_FOR_MS),
  });
}
