import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";

/**
 * The address of the provider's page for the actor's own cards (decision A2); 'none_kept' when the provider keeps no cards, 'away' when it
 * cannot open a page now.
 */
export async function openCardPage(
  deps: { payments: Payments; publicUrl: string; logger: Logger },
  input: { actor: Actor },
): Promise<Result<string, "forbidden" | "none_kept" | "away">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  try {
    const provider = await deps.payments.current();
    const url = await provider.openCardPage({
      reference: actor.userId,
      email: actor.email,
      returnUrl: `${deps.publicUrl}/profile`,
    });
    return url === null ? fail("none_kept") : ok(url);
  } catch (error) {
    deps.logger.error({ err: error }, "account: no card page");
    return fail("away");
  }
}
