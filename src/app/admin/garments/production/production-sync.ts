import { z } from "zod";
import type { SyncResult } from "#app/components/production/garment-queue.browser.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import {
  garmentCommandSchema,
  messageOfRefusal,
} from "#features/garments/production/garment-command.ts";
import type { Route } from "./+types/production-sync.ts";

const MAX_COMMANDS = 50;

const sentSchema = z.object({ commands: z.array(z.unknown()).max(MAX_COMMANDS) });

/** Requires a device that sends what it did. */
export function loader() {
  return Response.json({ error: { code: "method" } }, { status: 405, headers: PRIVATE });
}

/** Applies what a tablet did, in its order; each is answered on its own, so that a refused one holds nothing back. */
export async function action({ context, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const sent = sentSchema.safeParse(await request.json().catch(() => null));
  if (!sent.success)
    return Response.json({ error: { code: "unreadable" } }, { status: 400, headers: PRIVATE });
  const results: SyncResult[] = [];
  for (const each of sent.data.commands) {
    const read = garmentCommandSchema.safeParse(each);
    if (!read.success) {
      results.push({ ok: false, code: "invalid", message: "The shop cannot read this change." });
      continue;
    }
    const done = await changeGarment(deps, { actor, command: read.data });
    if (done.ok) results.push({ ok: true });
    else {
      const { error } = done;
      results.push({
        ok: false,
        code: error.code,
        message: messageOfRefusal(error),
        ...(error.code === "conflict" && { current: error.current }),
      });
    }
  }
  return Response.json({ results }, { headers: PRIVATE });
}
