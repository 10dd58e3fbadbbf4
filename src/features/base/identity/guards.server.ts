/** Guards around use cases. Inside, `actor` is an `Admin`; outside, any actor may call and is refused if it is not one. */
import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isAdmin } from "./actor.ts";

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
    (await isAtelier(databaseOf(deps), input.actor))
      ? work(deps, input as Input)
      : fail("forbidden");
}
