import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { searchAdmin } from "#features/office/reports/search-admin.server.ts";
import type { Route } from "./+types/search-found.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get("q") ?? "";
  const actor = context.get(actorContext);
  const found = await searchAdmin(context.get(depsContext).db, { actor, text });
  return found.ok ? Response.json(found.value) : refuse();
}
