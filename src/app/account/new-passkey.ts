import { handleNewPasskey } from "#app/components/identity/new-passkey.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/new-passkey.ts";
import { refuseAccount } from "./account-responses.server.ts";

export function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  return handleNewPasskey({ actor, deps: context.get(depsContext), request }, refuseAccount);
}
