import { z } from "zod";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { verifyStripeKeys } from "#features/settings/verify-stripe-keys.server.ts";
import type { Route } from "./+types/settings-verify-stripe.ts";

const input = z.object({ version: z.number().int().positive() });

export function loader() {
  return onlyPost();
}

/** Asks the payment provider whether the stored keys work. */
export async function action({ request, context }: Route.ActionArgs) {
  const seen = await readWrite(request, input);
  const actor = context.get(actorContext);
  return writeResponse(
    seen && (await verifyStripeKeys(context.get(depsContext), { actor, ...seen })),
  );
}
