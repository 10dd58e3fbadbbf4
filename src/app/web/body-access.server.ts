import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { findMyGarment } from "#features/garments/alterations/garment-access.server.ts";
import type { AppDeps } from "./context.ts";
import { readLinkToken } from "./private-link.server.ts";

type Deps = Pick<AppDeps, "auth" | "clock" | "db" | "publicUrl">;
type Params = Readonly<Record<string, string | undefined>>;
type Check = (deps: Deps, request: Request, params: Params) => Promise<boolean>;

/** Its forms are short, so nobody has a reason to send a long one. */
const nobody: Check = async () => false;

const customerOfGarment: Check = async (deps, request, { garment = "" }) => {
  const actor = await findActor(deps, request);
  return (await findMyGarment(deps, { actor, garmentId: garment })).ok;
};

const bearerOfGarmentLink: Check = async (deps, request, { token: address = "" }) => {
  const token = readLinkToken({ address, request, publicUrl: deps.publicUrl });
  return token !== null && (await findMyGarment(deps, { token })).ok;
};

/** Routes that are about one thing, by pattern: what their path names is asked for. */
const CHECKS: Readonly<Record<string, Check>> = {
  "garment/:token": bearerOfGarmentLink,
  "profile/orders/:id/garments/:garment": customerOfGarment,
  "measure/:token": nobody,
  "contract/:token": nobody,
  "store-credit/:token": nobody,
  "made/:token": nobody,
  "checkout/bank-transfer/:sessionId": nobody,
  "checkout/confirm-email/:token": nobody,
  "checkout/store-credit/:sessionId": nobody,
  "checkout/test-payment/:sessionId": nobody,
  // A guest's form about her order; signing in is not asked for.
  "profile/orders/:id/lines/:item": nobody,
};

/** Everything below is for people who are signed in. */
const SIGNED_IN = /^(?:profile|account|measurements\/sync)(?:\/|$)/;
const ADMIN = /^admin(?:\/|$)/;

/**
 * Whether the sender of a request may send a long body to a route, before any of it is read. Forms that everybody may send are open;
 * their length and number are limited (server/http/body-limits.ts).
 */
export function mayReceiveBody(
  deps: Deps,
  request: Request,
  { params, pattern }: { pattern: string; params: Params },
): Promise<boolean> {
  const check = CHECKS[pattern];
  if (check) return check(deps, request, params);
  if (ADMIN.test(pattern)) return findActor(deps, request).then(isAdmin);
  if (SIGNED_IN.test(pattern)) return findActor(deps, request).then(isSignedIn);
  return Promise.resolve(true);
}
