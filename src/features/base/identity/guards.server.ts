/** Guards around use cases. Inside, `actor` is an `Admin`; outside, any actor may call and is refused if it is not one. */
import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isAdmin } from "./actor.ts";
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
 * A use case for admins. Everybody else gets 'forbidden', and the use case does not run. Its input names `actor: Admin`
 * only if it uses the actor; a caller always passes one.
 */
export function asAdmin<Deps, Input extends object, Value, Failure>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | "forbidden"> {
  return async (deps, input) =>
    isAdmin(input.actor) ? work(deps, input as Input) : fail("forbidden");
}

/** The same guard for a use case whose failures are objects with a code. */
export function asAdminWithCode<
  Deps,
  Input extends object,
  Value,
  Failure extends { code: string },
>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | { code: "forbidden" }> {
  return async (deps, input) =>
    isAdmin(input.actor) ? work(deps, input as Input) : fail({ code: "forbidden" });
}

/**
 * A use case for admins who proved in the last ten minutes that it is they: a change of the ways to sign in, of people,
 * rights, keys and accounts for money, an erasure or an export. Others get 'forbidden', and an admin whose session is
 * older 'unconfirmed' (`requestConfirmation` of the web asks for the proof and carries on).
 */
export function asConfirmedAdmin<Deps extends ConfirmDeps, Input extends object, Value, Failure>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | "forbidden" | "unconfirmed"> {
  return async (deps, input) => {
    if (!isAdmin(input.actor)) return fail("forbidden");
    return (await isConfirmed(deps, { actor: input.actor }))
      ? work(deps, input as Input)
      : fail("unconfirmed");
  };
}

/** The same guard for a use case whose failures are objects with a code. */
export function asConfirmedAdminWithCode<
  Deps extends ConfirmDeps,
  Input extends object,
  Value,
  Failure extends { code: string },
>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | { code: "forbidden" | "unconfirmed" }> {
  return async (deps, input) => {
    if (!isAdmin(input.actor)) return fail({ code: "forbidden" });
    const confirmed = await isConfirmed(deps, { actor: input.actor });
    return confirmed ? work(deps, input as Input) : fail({ code: "unconfirmed" });
  };
}

/** Whether the actor decides who is staff and what they may do, as of now; if not, Activity shows the refusal. */
async function requireOwner(db: Queryable, actor: Actor): Promise<boolean> {
  if (!isAdmin(actor)) return false;
  const [found] = await db
    .select({ isOwner: profiles.isOwner })
    .from(profiles)
    .where(and(eq(profiles.id, actor.userId), eq(profiles.role, "admin")));
  if (!found?.isOwner) noteRefusal("not-owner");
  return found?.isOwner ?? false;
}

/**
 * A use case for owners, as of now, who proved in the last ten minutes that it is they. Everybody else gets 'forbidden',
 * other admins 'not_owner', and an owner whose session is older 'unconfirmed'.
 */
export function asConfirmedOwner<Deps extends ConfirmDeps, Input extends object, Value, Failure>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | "forbidden" | "not_owner" | "unconfirmed"> {
  return async (deps, input) => {
    if (!isAdmin(input.actor)) return fail("forbidden");
    if (!(await requireOwner(deps.db, input.actor))) return fail("not_owner");
    return (await isConfirmed(deps, { actor: input.actor }))
      ? work(deps, input as Input)
      : fail("unconfirmed");
  };
}

/** The same guard for a use case whose failures are objects with a code. */
export function asConfirmedOwnerWithCode<
  Deps extends ConfirmDeps,
  Input extends object,
  Value,
  Failure extends { code: string },
>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<
  Deps,
  FromAnyone<Input>,
  Value,
  Failure | { code: "forbidden" | "not_owner" | "unconfirmed" }
> {
  return async (deps, input) => {
    if (!isAdmin(input.actor)) return fail({ code: "forbidden" });
    if (!(await requireOwner(deps.db, input.actor))) return fail({ code: "not_owner" });
    const confirmed = await isConfirmed(deps, { actor: input.actor });
    return confirmed ? work(deps, input as Input) : fail({ code: "unconfirmed" });
  };
}

/** Whether the actor may do what the right to open measurements allows; if not, Activity shows the refusal. */
export async function requireAtelier(db: Queryable, actor: Actor): Promise<boolean> {
  const mayOpen = await isAtelier(db, actor);
  if (!mayOpen) noteRefusal("not-atelier");
  return mayOpen;
}

/** Whether the actor may open measurements: staff with the atelier permission, as of now. */
export async function isAtelier(db: Queryable, actor: Actor): Promise<boolean> {
  if (!isAdmin(actor)) return false;
  const [found] = await db
    .select({ isAtelier: profiles.isAtelier })
    .from(profiles)
    .where(and(eq(profiles.id, actor.userId), eq(profiles.role, "admin")));
  return found?.isAtelier ?? false;
}

const databaseOf = (deps: Queryable | { db: Queryable }) => ("db" in deps ? deps.db : deps);

/**
 * A use case for staff with the atelier permission, as of now. Everybody else gets 'forbidden', admins too, and the use
 * case does not run. It takes a database, or has one among what it depends on.
 */
export function asAtelier<
  Deps extends Queryable | { db: Queryable },
  Input extends object,
  Value,
  Failure,
>(
  work: UseCase<Deps, Input, Value, Failure>,
): UseCase<Deps, FromAnyone<Input>, Value, Failure | "forbidden"> {
  return async (deps, input) =>
    (await requireAtelier(databaseOf(deps), input.actor))
      ? work(deps, input as Input)
      : fail("forbidden");
}
