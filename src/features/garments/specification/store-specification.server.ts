import type { SQL } from "drizzle-orm";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { awaitsEmailConfirmation } from "#features/base/identity/register-customer.server.ts";
import { blockKeyOf, countVisitorEntry } from "#features/base/identity/visitor-entries.server.ts";
import { STORED_SPECIFICATIONS } from "#features/base/identity/visitor-limits.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ChosenOption } from "./fit-draft.ts";
import { sealSpecification } from "./seal-specification.server.ts";
import type { FitSpecification } from "./specification.ts";
import { ownerOf } from "./specification-owner.server.ts";

type Deps = { db: Database; measurementBox: SecretBox; clock: Clock };

export type NewSpecification = {
  actor: Actor;
  /** Of the sender: an IPv4 address or a /64. Null where an account has stored again what it ordered. */
  network: string | null;
  product: { id: string; garment: string };
  specification: FitSpecification;
  chosen: readonly ChosenOption[];
  linkId: string | null;
};

/** Held by the cart of an account, by an inquiry, or by an order that waits for its payment. An order that is paid has its contract. */
const isHeld = (): SQL => {
  const { id } = fitSpecifications;
  return sql`(
    exists (select from ${cartLines} where ${cartLines.specification} = ${id}::text and ${cartLines.quantity} > 0)
    or exists (select from ${guyanaSalesInquiries} q where q.specification_id = ${id})
    or exists (select from ${orderItems} i join ${orders} o on o.id = i.order_id
                where i.specification_id = ${id} and o.status = 'pending'))`;
};

/** Deletes the oldest that the browser or the account does not hold in anything, so that one more is within its number. */
async function makeRoom(tx: Transaction, actor: Actor): Promise<void> {
  const { browser, createdAt, id, userId } = fitSpecifications;
  const { ofAccount, ofBrowser } = STORED_SPECIFICATIONS;
  if (!isSignedIn(actor) && actor.browser === undefined) return;
  const most = isSignedIn(actor) ? ofAccount : ofBrowser;
  const own = isSignedIn(actor)
    ? eq(userId, actor.userId)
    : and(isNull(userId), eq(browser, actor.browser ?? ""));
  const beyond = tx
    .select({ id })
    .from(fitSpecifications)
    .where(own)
    .orderBy(sql`${createdAt} desc, ${id}`)
    .offset(most - 1);
  await tx.delete(fitSpecifications).where(sql`${id} in (${beyond}) and not ${isHeld()}`);
}

/** A visitor, or an account whose email nobody has confirmed: anybody can make those. */
async function isStranger(deps: Deps, actor: Actor): Promise<boolean> {
  return !isSignedIn(actor) || awaitsEmailConfirmation(deps, { actor });
}

/**
 * Seals and stores a specification; returns its reference. 'too_many' when the stranger's network, or all strangers, had as much stored as
 * a day allows; a confirmed account has its own number only. The owner's oldest beyond that number are given up.
 */
export async function storeSpecification(
  deps: Deps,
  input: NewSpecification,
): Promise<Result<string, "too_many">> {
  const { clock, db, measurementBox } = deps;
  const { actor, chosen, linkId, network, product, specification } = input;
  const id = crypto.randomUUID();
  const choices = chosen.map(({ choice, group }) => ({ groupId: group.id, choiceId: choice.id }));
  const sealed = sealSpecification(measurementBox, {
    id,
    productId: product.id,
    specification,
    choices,
  });
  return inTransaction(db, async (tx) => {
    if (network !== null && (await isStranger(deps, actor))) {
      const counted = await countVisitorEntry({ tx, clock }, { kind: "specification", network });
      if (!counted.ok) return counted;
    }
    await makeRoom(tx, actor);
    await tx.insert(fitSpecifications).values({
      id,
      productId: product.id,
      garment: product.garment,
      choices,
      linkId,
      ...ownerOf(actor),
      block: isSignedIn(actor) || network === null ? null : blockKeyOf(network),
      ...sealed,
      needsCheck: specification.findingsInsisted.some(({ level }) => level === "stop"),
      createdAt: clock.now(),
    });
    return ok(id);
  });
}

/**
 * Deletes what guests stored beyond the number of all guests; returns how many. The blocks of addresses that
 * store the most give up their oldest until they are equal; what is held in something stays.
 */
export async function deleteExcessSpecifications(
  db: Database,
  most: number = STORED_SPECIFICATIONS.ofGuests,
): Promise<number> {
  const { block, createdAt, id, userId } = fitSpecifications;
  const stored = await db.$count(fitSpecifications, isNull(userId));
  if (stored <= most) return 0;
  // Rows without a block are of an earlier version: each counts as a block of its own, and age ends them.
  const ranked = db
    .select({
      id,
      rank: sql<number>`row_number() over (partition by coalesce(${block}, ${id}::text) order by ${createdAt} desc, ${id})`.as(
        "rank",
      ),
      createdAt,
    })
    .from(fitSpecifications)
    .where(and(isNull(userId), sql`not ${isHeld()}`))
    .as("ranked");
  const excess = db
    .select({ id: ranked.id })
    .from(ranked)
    .orderBy(sql`${ranked.rank} desc, ${ranked.createdAt}`)
    .limit(stored - most);
  const deleted = await db
    .delete(fitSpecifications)
    .where(sql`${id} in (${excess})`)
    .returning({ id });
  return deleted.length;
}
