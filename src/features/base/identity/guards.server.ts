/**
 * Guards around use cases. Inside, `actor` is an `Admin`, or somebody who is signed in; outside, any actor may call and is refused
 * if it is not one.
 */
import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor, Admin } from "./actor.ts";
import { isAdmin, isSignedIn } from "./actor.ts";
import type { ConfirmDeps } from "./confirmed-session.server.ts";
import { isConfirmed } from "./confirmed-session.server.ts";
import { noteRefusal } from "./refused-rights.server.ts";

/** What the caller passes: the input of the use case, and whoever acts. */
type FromAnyone<Input> = {
  [Key in keyof Input]: Key extends "actor" ? Actor : Input[Key];
} & { actor: Actor };

/** A function of what it depends on and of its input, that returns expected failures. */
type UseCase<Deps, Input, Value, Failure> = (
  deps: Deps,
  input: Input,
) => Promise<Result<Value, Failure>>;

/**
 * Both guards of one check. They run the use case unless `findRefusal` returns a refusal: `plain` for failures that are
 * strings, `withCode` for failures that are objects with a code.
 */
function createGuards<Deps, Refusal extends string>(
  findRefusal: (deps: Deps, actor: Actor) => Promise<Refusal | null>,
) {
  return {
    plain<GivenDeps extends Deps, Input extends object, Value, Failure>(
      work: UseCase<GivenDeps, Input, Value, Failure>,
    ): UseCase<GivenDeps, FromAnyone<Input>, Value, Failure | Refusal> {
      return async (deps, input) => {
        const refusal = await findRefusal(deps, input.actor);
        return refusal === null ? work(deps, input as Input) : fail(refusal);
      };
    },
    withCode<GivenDeps extends Deps, Input extends object, Value, Failure extends { code: string }>(
      work: UseCase<GivenDeps, Input, Value, Failure>,
    ): UseCase<GivenDeps, FromAnyone<Input>, Value, Failure | { code: Refusal }> {
      return async (deps, input) => {
        const refusal = await findRefusal(deps, input.actor);
        return refusal === null ? work(deps, input as Input) : fail({ code: refusal });
      };
    },
  };
}

const adminGuards = createGuards(async (_deps: unknown, actor) =>
  isAdmin(actor) ? null : "forbidden",
);

/**
 * A use case for admins. Everybody else gets 'forbidden', and the use case does not run. Its input names `actor: Admin`
 * only if it uses the actor; a caller always passes one.
 */
export const asAdmin = adminGuards.plain;

/** The same guard for a use case whose failures are objects with a code. */
export const asAdminWithCode = adminGuards.withCode;

/** A use case for whoever is signed in, about the own account. Visitors get 'forbidden', and the use case does not run. */
export const asSignedIn = createGuards(async (_deps: unknown, actor) =>
  isSignedIn(actor) ? null : "forbidden",
).plain;

const confirmedGuards = createGuards(async (deps: ConfirmDeps, actor) => {
  if (!isSignedIn(actor)) return "forbidden";
  return (await isConfirmed(deps, { actor })) ? null : "unconfirmed";
});

/**
 * A use case for staff and customers alike who change a way into their own account, and proved in the last ten minutes that it is
 * they. Visitors get 'forbidden', and an older session 'unconfirmed'.
 */
export const asConfirmed = confirmedGuards.plain;

/** The same guard for a use case whose failures are objects with a code. */
export const asConfirmedWithCode = confirmedGuards.withCode;

const confirmedAdminGuards = createGuards(async (deps: ConfirmDeps, actor) => {
  if (!isAdmin(actor)) return "forbidden";
  return (await isConfirmed(deps, { actor })) ? null : "unconfirmed";
});

/**
 * A use case for admins who proved in the last ten minutes that it is they: a change of the ways to sign in, of people,
 * rights, keys and accounts for money, store credit given by hand, an erasure or an export. Others get 'forbidden', and an
 * admin whose session is older 'unconfirmed' (`requestConfirmation` of the web asks for the proof and carries on).
 */
export const asConfirmedAdmin = confirmedAdminGuards.plain;

/** The same guard for a use case whose failures are objects with a code. */
export const asConfirmedAdminWithCode = confirmedAdminGuards.withCode;

const confirmedOwnerGuards = createGuards(async (deps: ConfirmDeps, actor) => {
  if (!isAdmin(actor)) return "forbidden";
  if (!(await requireOwner(deps.db, actor))) return "not_owner";
  return (await isConfirmed(deps, { actor })) ? null : "unconfirmed";
});

/**
 * A use case for owners, as of now, who proved in the last ten minutes that it is they. Everybody else gets 'forbidden',
 * other admins 'not_owner', and an owner whose session is older 'unconfirmed'.
 */
export const asConfirmedOwner = confirmedOwnerGuards.plain;

/** The same guard for a use case whose failures are objects with a code. */
export const asConfirmedOwnerWithCode = confirmedOwnerGuards.withCode;

const atelierGuards = createGuards(async (deps: Queryable | { db: Queryable }, actor) =>
  (await requireAtelier("db" in deps ? deps.db : deps, actor)) ? null : "forbidden",
);

/**
 * A use case for staff with the atelier permission, as of now. Everybody else gets 'forbidden', admins too, and the use
 * case does not run. It takes a database, or has one among what it depends on.
 */
export const asAtelier = atelierGuards.plain;

/** Whether the actor decides who is staff and what they may do, as of now; if not, Activity shows the refusal. */
async function requireOwner(db: Queryable, actor: Admin): Promise<boolean> {
  const isOwner = await hasRight(db, actor, "isOwner");
  if (!isOwner) noteRefusal("not-owner");
  return isOwner;
}

/** Whether the actor may do what the right to open measurements allows; if not, Activity shows the refusal. */
export async function requireAtelier(db: Queryable, actor: Actor): Promise<boolean> {
  const mayOpen = await isAtelier(db, actor);
  if (!mayOpen) noteRefusal("not-atelier");
  return mayOpen;
}

/** Whether the actor may open measurements: staff with the atelier permission, as of now. */
export async function isAtelier(db: Queryable, actor: Actor): Promise<boolean> {
  return hasRight(db, actor, "isAtelier");
}

/** Whether the actor is staff and has a right, as of now. Owners decide who is staff and what they may do. */
async function hasRight(
  db: Queryable,
  actor: Actor,
  right: "isAtelier" | "isOwner",
): Promise<boolean> {
  if (!isAdmin(actor)) return false;
  const [found] = await db
    .select({ hasRight: profiles[right] })
    .from(profiles)
    .where(and(eq(profiles.id, actor.userId), eq(profiles.role, "admin")));
  return found?.hasRight ?? false;
}
