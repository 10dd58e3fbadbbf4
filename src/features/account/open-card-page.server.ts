import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { Payments } from "#platform/payments.server.ts";

/** The address of the provider's page for the actor's own cards (decision A2); 'none_kept' when the provider keeps no cards. */
export async function openCardPage(
  deps: { payments: Payments; publicUrl: string },
  input: { actor: Actor },
): Promise<Result<string, "forbidden" | "none_kept">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const provider = await deps.payments.current();
  const url = await provider.openCardPage({
    reference: actor.userId,
    email: actor.email,
    returnUrl: `${deps.publicUrl}/profile`,
  });
  return url === null ? fail("none_kept") : ok(url);
}
