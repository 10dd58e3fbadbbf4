import type { RelyingParty } from "#features/base/identity/passkeys.server.ts";
import type { AppDeps } from "./context.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Uses the public host, or the loopback host of the request. */
export async function relyingParty(deps: AppDeps, request: Request): Promise<RelyingParty> {
  const { siteName } = (await deps.siteFacts()).shell.general;
  const sent = request.headers.get("origin") ?? "";
  const isLocal = URL.canParse(sent) && LOOPBACK.test(new URL(sent).hostname);
  const origin = isLocal ? sent : new URL(deps.publicUrl).origin;
  return { id: new URL(origin).hostname, origin, name: siteName };
}
