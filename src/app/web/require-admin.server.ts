import type { HeadersFunction, MiddlewareFunction, RouterContextProvider } from "react-router";
import { data, replace } from "react-router";
import type { Admin } from "#features/base/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import { findActorAndSession, touchSession } from "#features/base/identity/sessions.server.ts";
import { findSecondFactorDuty } from "#features/office/staff/second-factor-duty.server.ts";
import { PRIVATE } from "./cache-headers.ts";
import { actorContext, depsContext } from "./context.ts";
import { leadToSignIn } from "./lead-to-sign-in.server.ts";
import { recordingRefusals, refuseRequest } from "./refusals.server.ts";
import { loginPath } from "./safe-path.ts";

/** Needs no second factor, so that one can be set up. */
const STAFF_ACCOUNT_PATH = "/admin/account";

/** The page is private, and repeats the waiting time that the action returned. */
export const privateFormHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(PRIVATE);
  const wait = actionHeaders.get("Retry-After");
  if (wait !== null) headers.set("Retry-After", wait);
  return headers;
};

/**
 * Guards all loaders and actions below (specification 6). Child loaders can run without their parent's, so it
 * is a middleware.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const deps = context.get(depsContext);
  const { actor, ended, session } = await findActorAndSession(deps, request);
  if (!isAdmin(actor)) {
    if (isSignedIn(actor)) {
      const account = { by: "id", name: actor.userId } as const;
      refuseRequest(deps, request, { kind: "not-staff", account });
    }
    const path = url.pathname + url.search;
    const headers = new Headers(PRIVATE);
    return leadToSignIn(deps, { request, path, signInPath: loginPath(path), ended, headers });
  }
  context.set(actorContext, actor);
  if (session) await touchSession(deps, { session });
  if (!url.pathname.startsWith(STAFF_ACCOUNT_PATH) && (await lacksSecondFactor(context, actor))) {
    throw replace(`${STAFF_ACCOUNT_PATH}?required=1`, { headers: PRIVATE });
  }
  const response = await recordingRefusals(deps, { actor, request }, next);
  response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  return response;
};

/** Whether the shop requires a second factor that this admin has not set up, and its days to put it off are over. */
export async function lacksSecondFactor(
  context: Readonly<RouterContextProvider>,
  { userId }: Admin,
): Promise<boolean> {
  const { kind } = await findSecondFactorDuty(context.get(depsContext), { userId });
  return kind === "required";
}

/** Throws 403: the admin's account lacks the atelier role. `AdminError` says who gives it. */
export function refuseWithoutAtelier(): never {
  throw data(null, { status: 403, headers: PRIVATE });
}

/** Throws to the login: the role ended after the middleware ran. */
export function refuse(): never {
  throw replace("/login", { headers: PRIVATE });
}
