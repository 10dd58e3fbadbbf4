import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { readMediaFilter } from "#features/base/media/media-item.ts";
import { listMedia } from "#features/base/media/media-queries.server.ts";
import type { Route } from "./+types/media-choices.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { search, page } = readMediaFilter(url.searchParams);
  const actor = context.get(actorContext);
  const filter = { search, page, show: "image" as const };
  const list = await listMedia(context.get(depsContext).db, { actor, filter });
  if (!list.ok) return refuse();
  return list.value;
}
