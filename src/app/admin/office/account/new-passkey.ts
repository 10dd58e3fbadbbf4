import { data } from "react-router";
import { z } from "zod";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { relyingParty } from "#app/web/relying-party.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { addPasskey, beginPasskey } from "#features/office/staff/passkeys.server.ts";
import type { Route } from "./+types/new-passkey.ts";

const bodySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({
    intent: z.literal("finish"),
    challengeId: z.string().max(60),
    name: z.string().max(200).default(""),
    // The library checks the parts of it.
    response: z.looseObject({ id: z.string() }),
  }),
]);

type PasskeyResponse = Parameters<typeof addPasskey>[1]["response"];

/** The script leads to the page that asks for the proof when the session is not confirmed (403). */
function refusePasskey(failure: "forbidden" | "unconfirmed" | "too_many" | "not_verified") {
  if (failure === "forbidden") return refuse();
  return data(null, { status: failure === "unconfirmed" ? 403 : 422, headers: PRIVATE });
}

/** The script requests a challenge and sends the new key. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) return data(null, { status: 400, headers: PRIVATE });
  const party = await relyingParty(deps, request);
  if (body.data.intent === "begin") {
    const begun = await beginPasskey(deps, { actor, party });
    return begun.ok ? data(begun.value, { headers: PRIVATE }) : refusePasskey(begun.error);
  }
  const { challengeId, name, response } = body.data;
  const added = await addPasskey(deps, {
    actor,
    party,
    challengeId,
    name,
    response: response as unknown as PasskeyResponse,
  });
  return added.ok ? data(added.value, { headers: PRIVATE }) : refusePasskey(added.error);
}
