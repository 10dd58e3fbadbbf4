import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import type { RefusedAccount } from "#features/base/identity/record-refusal.server.ts";
import { recordRefusal } from "#features/base/identity/record-refusal.server.ts";
import type { RefusalKind } from "#features/base/identity/refusal.ts";
import { isOfRight } from "#features/base/identity/refusal.ts";
import { withNotedRefusals } from "#features/base/identity/refused-rights.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import type { AppDeps } from "./context.ts";

type Deps = Pick<AppDeps, "clock" | "db" | "jobs" | "logger" | "publicUrl">;

/** The page's own path: the script asks for the same path with `.data`. */
const pageOf = (request: Request): string => new URL(request.url).pathname.replace(/\.data$/, "");

/** Records that a request was refused; the response does not wait for it. */
export function refuseRequest(
  deps: Deps,
  request: Request,
  { account, kind }: { kind: RefusalKind; account: RefusedAccount },
): void {
  recordRefusal(deps, {
    kind,
    account,
    page: pageOf(request),
    clientIp: request.headers.get(CLIENT_IP_HEADER) ?? "",
    userAgent: request.headers.get("user-agent"),
  });
}

/**
 * Handles a request of somebody who is signed in, and records what the shop refused in it. A customer is asked for a fresh proof
 * like staff, but only wrong ones are recorded.
 */
export async function recordingRefusals<Value>(
  deps: Deps,
  { actor, request }: { actor: Actor; request: Request },
  run: () => Promise<Value>,
): Promise<Value> {
  const { refused, value } = await withNotedRefusals(run);
  if (!isSignedIn(actor)) return value;
  for (const kind of refused) {
    if (isOfRight(kind) && !isAdmin(actor)) continue;
    refuseRequest(deps, request, { kind, account: { by: "id", name: actor.userId } });
  }
  return value;
}
