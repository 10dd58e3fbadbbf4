import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { saveSettings } from "#features/settings/save-settings.server.ts";
import { settingsInput } from "#features/settings/settings-input.ts";
import type { Route } from "./+types/settings-save.ts";

export function loader() {
  return onlyPost();
}

/** Saves sections of the site settings. */
export async function action({ request, context }: Route.ActionArgs) {
  const sections = await readWrite(request, settingsInput);
  const actor = context.get(actorContext);
  return writeResponse(
    sections && (await saveSettings(context.get(depsContext), { actor, sections })),
  );
}
