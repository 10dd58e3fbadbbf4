import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { confirmBefore } from "#app/web/request-confirmation.server.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import type { Route } from "./+types/export.ts";
import { refuseAccount } from "./account-responses.server.ts";

/** Downloads all data of the customer as one JSON file (decision A4); 503 while the file storage cannot be used. */
export function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return orStorageAway(async () => {
    const exported = await exportAccount(context.get(depsContext), {
      actor: context.get(actorContext),
    });
    if (!exported.ok) {
      return exported.error === "unconfirmed" ? confirmBefore(request) : refuseAccount();
    }
    return new Response(`${JSON.stringify(exported.value, null, 2)}\n`, {
      headers: {
        ...PRIVATE,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="my-data.json"',
      },
    });
  });
}
