import { data, redirect } from "react-router";
import { changeMedia } from "#app/admin/media/change-media.server.ts";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import type { Route } from "./+types/media-item.ts";

/** Changes one media item. A form sent before the page's script ran says `plain` and is led back to the library. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const form = await request.formData();
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  const answer = await changeMedia({ deps, actor, id, form });
  if (answer === "forbidden") return refuse();
  if (form.get("plain") === "1") {
    const stays = !answer.ok || answer.did !== "deleted";
    return redirect(stays ? `/admin?tab=media&item=${id}` : "/admin?tab=media");
  }
  return data(answer, { status: answer.ok ? 200 : 422 });
}
