import { z } from "zod";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { RESTORABLE_SUBJECTS } from "#features/audit/earlier-version.ts";
import type { Route } from "./+types/activity-restore.ts";
import { restoreOwners } from "./restore-owners.server.ts";

const input = z.object({
  subject: z.enum(RESTORABLE_SUBJECTS),
  entryId: z.uuid(),
  version: z.int().nonnegative(),
});

export function loader() {
  return onlyPost();
}

/** Puts a thing back as it was before an entry of the log. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, input);
  const actor = context.get(actorContext);
  if (!asked) return writeResponse(null);
  const { restore } = restoreOwners[asked.subject];
  return writeResponse(await restore(context.get(depsContext), { actor, ...asked }));
}
