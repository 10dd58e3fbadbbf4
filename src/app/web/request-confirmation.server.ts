import { data, redirect } from "react-router";
import type { Actor } from "#features/base/identity/actor.ts";
import { listWaysToConfirm } from "#features/base/identity/confirm-identity.server.ts";
import { PRIVATE } from "./cache-headers.ts";
import type { AppDeps } from "./context.ts";
import type { IdentityRequest } from "./identity-request.ts";
import { confirmPath, isIdentityField } from "./identity-request.ts";

/** The page's own path: the script asks for the same path with `.data`. */
function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  const path = pathname.replace(/\.data$/, "");
  return searchParams.size === 0 ? path : `${path}?${searchParams}`;
}

const textsOf = (form: FormData) =>
  // biome-ignore lint/plugin: all that was posted goes back as it came, whatever its form is
  [...form].flatMap(([name, value]) =>
    typeof value === "string" && !isIdentityField(name) ? [[name, value] as const] : [],
  );

/**
 * Refuses a post until its sender proves who it is: throws 403 with all that was posted, which the nearest error boundary
 * shows as the panel "Confirm that it is you" and posts again afterwards. The typed values come back only to the browser
 * that sent them, in a private answer.
 */
export async function requestConfirmation(
  { actor, deps }: { actor: Actor; deps: Pick<AppDeps, "db"> },
  request: Request,
  form: FormData,
): Promise<never> {
  const ways = await listWaysToConfirm(deps, { actor });
  const identityRequest: IdentityRequest = { path: pagePath(request), fields: textsOf(form), ways };
  throw data({ identityRequest }, { status: 403, headers: PRIVATE });
}

/** What waits for the proof, of a form that came through `CONFIRM_PATH` already. */
export async function identityRequestOf(
  { actor, deps }: { actor: Actor; deps: Pick<AppDeps, "db"> },
  { form, path }: { form: FormData | null; path: string },
): Promise<IdentityRequest> {
  const ways = await listWaysToConfirm(deps, { actor });
  return { path, fields: form ? textsOf(form) : [], ways };
}

/** Throws to the page "Confirm that it is you", and back to this download afterwards. */
export function confirmBefore(request: Request): never {
  throw redirect(confirmPath(pagePath(request)), { headers: PRIVATE });
}
