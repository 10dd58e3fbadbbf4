import { randomInt } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import { networkBlockOf } from "#core/client-key.ts";
import { orderNumber } from "#core/document-number.ts";
import { DELETED_EMAIL, maskEmail } from "#core/email.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { verifications } from "#db/schema/identity.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { AttemptLimit } from "#features/base/identity/attempts.server.ts";
import { countAttempt } from "#features/base/identity/attempts.server.ts";
import { getSecondFactors } from "#features/base/identity/passkeys.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Order } from "./order.ts";
import { orderCodeEmail } from "./order-code-email.ts";
import { findOrderProof, holderOf, storeOrderProof } from "./order-proof.server.ts";
import { findOrderById, findOrderIdByNumber } from "./order-queries.server.ts";

type Deps = EmailDeps & { auth: Auth };

const CODE_LIFETIME_MINUTES = 10;
const CODE_LIFETIME_MS = CODE_LIFETIME_MINUTES * 60 * 1000;

/** Of one code, the right one included. A code belongs to one browser, so nobody uses up another one's tries. */
const MAX_TRIES: AttemptLimit = { most: 5, windowS: CODE_LIFETIME_MS / 1000 };

const HOUR_S = 60 * 60;

/**
 * Codes of one order. Whoever knows number and email can have them sent, so that each limit is used up by strangers at the cost of
 * strangers alone: the browser in which the order was placed or proven counts by itself, and once many networks have used up what all
 * may have, a block of addresses that had few still gets one, up to as many again. So a mailbox gets at most 32 of strangers.
 */
const MAX_CODES = {
  ofOwnBrowser: { most: 4, windowS: HOUR_S },
  ofNetwork: { most: 4, windowS: HOUR_S },
  /** Of a /24 or /48. */
  ofBlock: { most: 8, windowS: HOUR_S },
  ofStrangers: { most: 16, windowS: HOUR_S },
  /** What counts as few of a block. */
  fewOfBlock: { most: 2, windowS: HOUR_S },
  beyond: { most: 16, windowS: HOUR_S },
} as const satisfies Record<string, AttemptLimit>;

/** `sentTo` is the order's email, masked. */
export type SentOrderCode = { sentTo: string };

/** 'others_requested': so many other browsers asked for codes of the order that this one has to wait. */
export type SendOrderCodeFailure = "not_found" | "too_many_codes" | "others_requested";

export type OrderCodeRefusal = "wrong" | "expired" | "too_many_tries" | "no_cookie";

type CodeRequest = { actor: Actor; network: string };

const identifierOf = (orderId: string, holder: string) => `order-code|${orderId}|${holder}`;

/** What is signed in place of a stored code: the row's id binds the signature to it. */
const signedText = (rowId: string, code: string) => `order code ${rowId} ${code}`;

/**
 * Emails six random digits to the address of an order that the actor names by number and email. They work once, for ten minutes, in
 * the actor's browser alone, and take the place of its earlier code. The database has their signature only. An account with a second
 * step is emailed to sign in instead. 'not_found' for a number and an email that do not belong together, and for a browser without a
 * proof (`proveBrowser`).
 */
export async function sendOrderCode(
  deps: Deps,
  input: CodeRequest & { number: string; email: string },
): Promise<Result<SentOrderCode, SendOrderCodeFailure>> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  return orderId === null ? fail("not_found") : send(deps, { ...input, orderId });
}

/** The same for a browser that proved the order before, and does not give number and email again. */
export async function sendOrderCodeAgain(
  deps: Deps,
  input: CodeRequest & { orderId: string },
): Promise<Result<SentOrderCode, SendOrderCodeFailure>> {
  const proof = await findOrderProof(deps, input);
  return proof === "none" ? fail("not_found") : send(deps, input);
}

async function send(
  deps: Deps,
  { actor, network, orderId }: CodeRequest & { orderId: string },
): Promise<Result<SentOrderCode, SendOrderCodeFailure>> {
  const holder = holderOf(actor);
  const order = holder === null ? null : await findOrderById(deps.db, orderId);
  if (holder === null || !order || order.customerEmail === DELETED_EMAIL) return fail("not_found");
  const counted = (await isOwnBrowser(deps, { actor, orderId }))
    ? await countOwnCode(deps, { orderId, holder })
    : await countStrangersCode(deps, { orderId, network });
  if (!counted.ok) return counted;
  await storeAndEmail(deps, order, holder);
  return ok({ sentTo: maskEmail(shownEmail(order.customerEmail)) });
}

/** Whether a garment of the order was specified in the actor's browser, or a code opened the order there within a day. */
async function isOwnBrowser(
  deps: Pick<Deps, "clock" | "db">,
  { actor, orderId }: { actor: Actor; orderId: string },
): Promise<boolean> {
  if ((await findOrderProof(deps, { actor, orderId })) !== "none") return true;
  if (actor.browser === undefined) return false;
  const { browser, id } = fitSpecifications;
  const [specified] = await deps.db
    .select({ id })
    .from(fitSpecifications)
    .innerJoin(orderItems, eq(orderItems.specificationId, id))
    .where(and(eq(orderItems.orderId, orderId), eq(browser, actor.browser)))
    .limit(1);
  return specified !== undefined;
}

async function countOwnCode(
  deps: Pick<Deps, "clock" | "db">,
  { holder, orderId }: { orderId: string; holder: string },
): Promise<Result<null, "too_many_codes">> {
  const key = `order-codes|${orderId}|own|${holder}`;
  const counted = await countAttempt(deps, key, MAX_CODES.ofOwnBrowser);
  return counted.ok ? counted : fail("too_many_codes");
}

/**
 * The narrower limits come first, so that whoever is beyond one of them uses up nothing of what all strangers may have. A stranger's
 * browser has no limit of its own: anybody is a new one at no cost.
 */
async function countStrangersCode(
  deps: Pick<Deps, "clock" | "db">,
  { network, orderId }: { orderId: string; network: string },
): Promise<Result<null, "too_many_codes" | "others_requested">> {
  const isWithin = async (whose: string, limit: AttemptLimit) =>
    (await countAttempt(deps, `order-codes|${orderId}${whose}`, limit)).ok;
  const block = networkBlockOf(network);
  if (!(await isWithin(`|${network}`, MAX_CODES.ofNetwork))) return fail("too_many_codes");
  if (!(await isWithin(`|block|${block}`, MAX_CODES.ofBlock))) return fail("others_requested");
  const hasFew = await isWithin(`|few|${block}`, MAX_CODES.fewOfBlock);
  if (await isWithin("", MAX_CODES.ofStrangers)) return ok(null);
  const isAllowed = hasFew && (await isWithin("|beyond", MAX_CODES.beyond));
  return isAllowed ? ok(null) : fail("others_requested");
}

/**
 * Whether the order is of an account that asks for a second step. Then its mailbox alone opens no measurement, as it opens no session
 * (ADR 0064): the email says to sign in. Whoever does not read that mailbox learns nothing of it.
 */
async function needsSecondStep(db: Queryable, { userId }: Order): Promise<boolean> {
  if (userId === null) return false;
  const { hasApp, passkeys } = await getSecondFactors(db, userId);
  return hasApp || passkeys > 0;
}

async function storeAndEmail(deps: Deps, order: Order, holder: string): Promise<void> {
  const id = newId();
  const digits = String(randomInt(1_000_000)).padStart(6, "0");
  const code = (await needsSecondStep(deps.db, order)) ? null : digits;
  const identifier = identifierOf(order.id, holder);
  const now = deps.clock.now();
  const { general } = await getSiteShell(deps.db);
  await deps.db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.identifier, identifier));
    await tx.insert(verifications).values({
      id,
      identifier,
      // Nobody can enter the code of a row that has none.
      value: signText(deps.auth, signedText(id, code ?? newId())).toString("base64url"),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
    });
    const email = orderCodeEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      customerName: order.address?.fullName,
      orderNumber: orderNumber(order.id),
      signInUrl: `${deps.publicUrl}/auth?${new URLSearchParams({ next: `/profile/orders/${order.id}` })}`,
      code,
      opens: order.madeToMeasure ? "measurements" : "account",
      minutes: CODE_LIFETIME_MINUTES,
    });
    await enqueueEmail(tx, deps.jobs, {
      ...email,
      dedupeKey: `order-code:${id}`,
      recipient: order.customerEmail,
    });
  });
}

/** The code that was sent for the actor's browser and has not ended; null without one. */
async function findSentCode(
  { clock, db }: { db: Queryable; clock: Clock },
  { actor, orderId }: { actor: Actor; orderId: string },
): Promise<{ id: string; value: string } | null> {
  const holder = holderOf(actor);
  if (holder === null || !isId(orderId)) return null;
  const { createdAt, expiresAt, id, identifier, value } = verifications;
  const [sent] = await db
    .select({ id, value })
    .from(verifications)
    .where(and(eq(identifier, identifierOf(orderId, holder)), gt(expiresAt, clock.now())))
    .orderBy(desc(createdAt))
    .limit(1);
  return sent ?? null;
}

/** Whether a code of the order waits for the actor's browser, so that a page that was lost asks for it again. */
export async function hasSentCode(
  deps: { db: Queryable; clock: Clock },
  input: { actor: Actor; orderId: string },
): Promise<boolean> {
  return (await findSentCode(deps, input)) !== null;
}

/**
 * Uses up the code that was sent for this browser and gives it a proof of the order for an hour (`findOrderProof`). Spaces and hyphens
 * in the code do not count. 'expired' also for a code that was used and where none was sent; 'too_many_tries' ends the code with the
 * sixth try; 'no_cookie' for a browser that did not bring its proof back.
 */
export async function redeemOrderCode(
  deps: Pick<Deps, "auth" | "clock" | "db">,
  input: { actor: Actor; orderId: string; code: string },
): Promise<Result<null, OrderCodeRefusal>> {
  const { actor, orderId } = input;
  const holder = holderOf(actor);
  if (holder === null) return fail("no_cookie");
  const sent = await findSentCode(deps, input);
  if (!sent) return fail("expired");
  const isSent = eq(verifications.id, sent.id);
  const counted = await countAttempt(deps, `order-code|${sent.id}`, MAX_TRIES);
  if (!counted.ok) {
    await deps.db.delete(verifications).where(isSent);
    return fail("too_many_tries");
  }
  const code = input.code.replaceAll(/[\s-]/g, "");
  const signature = Buffer.from(sent.value, "base64url");
  if (!isSignedText(deps.auth, signedText(sent.id, code), signature)) return fail("wrong");
  return inTransaction(deps.db, async (tx) => {
    const used = await tx.delete(verifications).where(isSent).returning({ id: verifications.id });
    if (used.length === 0) return fail("expired" as const);
    await storeOrderProof(tx, { orderId, holder, now: deps.clock.now() });
    return ok(null);
  });
}
