import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { saveStripeKeys } from "#features/settings/save-stripe-keys.server.ts";
import { stripeKeysInput } from "#features/settings/stripe-keys.ts";
import type { Route } from "./+types/settings-stripe-keys.ts";

export function loader() {
  return onlyPost();
}

/** Saves the keys of the payment provider. */
export async function action({ request, context }: Route.ActionArgs) {
  const keys = await readWrite(request, stripeKeysInput);
  const actor = context.get(actorContext);
  return writeResponse(
    keys && (await saveStripeKeys(context.get(depsContext), { actor, ...keys })),
  );
}
