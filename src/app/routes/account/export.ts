import { refuseAccount } from "#app/account/account-answers.server.ts";
import { PRIVATE } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { exportAccount } from "#features/account/export-account.server.ts";
import type { Route } from "./+types/export.ts";

/** Download my data: one JSON file for people and programs alike (decision A4). */
export async function loader({ context }: Route.LoaderArgs) {
  const exported = await exportAccount(context.get(depsContext), {
    actor: context.get(actorContext),
  });
  if (!exported.ok) return refuseAccount();
  return new Response(`${JSON.stringify(exported.value, null, 2)}\n`, {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
    },
  });
}
