import { data } from "react-router";
import { z } from "zod";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { relyingParty } from "#app/web/relying-party.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { addPasskey, beginPasskey } from "#features/base/identity/passkeys.server.ts";

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

/**
 * Makes a passkey of staff or of a customer: the script requests a challenge and sends the new key. It leads to the page that asks for
 * the proof when the session is not confirmed (403). `refuse` answers a visitor.
 */
export async function handleNewPasskey(
  { actor, deps, request }: { actor: Actor; deps: AppDeps; request: Request },
  refuse: () => never,
) {
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) return data(null, { status: 400, headers: PRIVATE });
  const party = await relyingParty(deps, request);
  const made =
    body.data.intent === "begin"
      ? await beginPasskey(deps, { actor, party })
      : await addPasskey(deps, {
          actor,
          party,
          challengeId: body.data.challengeId,
          name: body.data.name,
          response: body.data.response as unknown as PasskeyResponse,
        });
  if (made.ok) return data(made.value, { headers: PRIVATE });
  if (made.error === "forbidden") return refuse();
  const status = made.error === "unconfirmed" ? 403 : 422;
  return data(null, { status, headers: PRIVATE });
}
