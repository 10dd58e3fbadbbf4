import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readSyncRequest, refuseSync } from "#app/web/device-sync.server.ts";
import { syncPeople } from "#features/body/measurement/sync-people.server.ts";
import { sentPeopleSchema } from "#features/body/measurement/sync-people.ts";
import type { Route } from "./+types/people-sync.ts";

/** Requires a device that sends its own state. */
export function loader() {
  return refuseSync("method", 405);
}

/** Merges the measured people of a device with those of the customer's account (ADR 0038). */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const read = await readSyncRequest(deps, request);
  if (read instanceof Response) return read;
  const { actor, submitted } = read;
  const sent = sentPeopleSchema.safeParse(submitted);
  if (!sent.success) return refuseSync("unreadable", 400);
  const synced = await syncPeople(deps, { actor, sent: sent.data });
  return synced.ok
    ? Response.json(synced.value, { headers: PRIVATE })
    : refuseSync("forbidden", 403);
}
