import { data } from "react-router";
import { changeSiteImage } from "#app/admin/site-images/change-site-image.server.ts";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import type { Route } from "./+types/site-images.ts";

/** Puts a picture of the library on a page or a category, or the bundled presets on theirs. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  const answer = await changeSiteImage({ deps, actor, form });
  if (answer === "forbidden") return refuse();
  return data(answer, { status: answer.ok ? 200 : 422 });
}
