import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { listMyFitMemories } from "#features/garments/fit-memory/fit-memories.server.ts";
import type { FitMemoryNote } from "#features/garments/fit-memory/fit-memory-note.ts";
import { noteOf } from "#features/garments/fit-memory/fit-memory-note.ts";
import type { Route } from "./+types/fit-memory-route.ts";

/** What finished clothes taught about the people of the account, as JSON; an empty list for a visitor. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = await findActor(deps, request);
  const found = await listMyFitMemories(deps, { actor });
  const notes: FitMemoryNote[] = found.ok ? found.value.map(noteOf) : [];
  return Response.json(notes, { headers: PRIVATE });
}
