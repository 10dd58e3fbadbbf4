import { data } from "react-router";
import { z } from "zod";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { refuseRequest } from "#app/web/refusals.server.ts";
import { relyingParty } from "#app/web/relying-party.server.ts";
import { safeAdminPath, safeCustomerPath } from "#app/web/safe-path.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import {
  beginPasskeySignIn,
  confirmWithPasskey,
  verifyPasskeySignIn,
} from "#features/base/identity/passkeys.server.ts";
import { findActor, signOut } from "#features/base/identity/sessions.server.ts";
import { lastingCookies, sessionLifetimeS } from "#platform/auth.server.ts";
import type { Route } from "./+types/passkey.ts";
import { enterAdmin, enterShop } from "./enter-admin.server.ts";

type PasskeyResponse = Parameters<typeof verifyPasskeySignIn>[1]["response"];

const bodySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({
    intent: z.literal("confirm"),
    challengeId: z.string().max(60),
    response: z.looseObject({ id: z.string() }),
  }),
  z.object({
    intent: z.literal("finish"),
    challengeId: z.string().max(60),
    next: z.string().default(""),
    // The library checks the parts of it.
    response: z.looseObject({ id: z.string() }),
  }),
]);

async function finish(
  deps: AppDeps,
  request: Request,
  body: Extract<z.infer<typeof bodySchema>, { intent: "finish" }>,
) {
  const party = await relyingParty(deps, request);
  const { challengeId, response } = body;
  const verified = await verifyPasskeySignIn(deps, {
    party,
    challengeId,
    response: response as unknown as PasskeyResponse,
  });
  if (!verified.ok) {
    const account = { by: "credential", name: response.id } as const;
    refuseRequest(deps, request, { kind: "passkey", account });
    return data(null, { status: 401, headers: PRIVATE });
  }
  const { role, userId } = verified.value;
  const opened = await deps.auth.api.openVerifiedSession({
    body: { userId },
    headers: request.headers,
    asResponse: true,
  });
  const lifetimeS = sessionLifetimeS(role);
  const cookies = lastingCookies(opened.headers.getSetCookie(), lifetimeS);
  const entered = { userId, method: "passkey", cookies } as const;
  if (role === "admin") {
    const next = safeAdminPath(body.next);
    const { headers } = await enterAdmin(deps, request, { ...entered, next });
    return data({ next }, { headers });
  }
  // The browser's former session is over, as after a password.
  await signOut(deps, { request });
  const next = safeCustomerPath(/^\/admin(?:\/|$)/.test(body.next) ? null : body.next);
  const { headers } = await enterShop(deps, request, { ...entered, lifetimeS, next });
  return data({ next }, { headers });
}

/** Confirms the session that is open already, instead of opening one. */
async function confirm(
  deps: AppDeps,
  request: Request,
  body: Extract<z.infer<typeof bodySchema>, { intent: "confirm" }>,
) {
  const actor = await findActor(deps, request);
  const confirmed = await confirmWithPasskey(deps, {
    actor,
    party: await relyingParty(deps, request),
    challengeId: body.challengeId,
    response: body.response as unknown as PasskeyResponse,
  });
  if (!confirmed.ok && isSignedIn(actor)) {
    const account = { by: "id", name: actor.userId } as const;
    refuseRequest(deps, request, { kind: "proof-passkey", account });
  }
  return data(confirmed.ok ? {} : null, { status: confirmed.ok ? 200 : 401, headers: PRIVATE });
}

/** The script requests a challenge and sends its signature. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) return data(null, { status: 400, headers: PRIVATE });
  if (body.data.intent === "finish") return finish(deps, request, body.data);
  if (body.data.intent === "confirm") return confirm(deps, request, body.data);
  const party = await relyingParty(deps, request);
  return data(await beginPasskeySignIn(deps, { party }), { headers: PRIVATE });
}
