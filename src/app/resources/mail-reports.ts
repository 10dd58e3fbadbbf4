import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { receiveReport } from "#features/base/mail/delivery-reports.server.ts";
import type { Route } from "./+types/mail-reports.ts";

const respond = (body: unknown, status = 200) => Response.json(body, { status, headers: PRIVATE });

const refusals = {
  not_configured: [404, "This shop takes no returned mails."],
  forbidden: [401, "The secret does not match."],
} as const;

export function loader() {
  return respond(
    { error: { code: "method", message: "Only POST requests are accepted here." } },
    405,
  );
}

/** Accepts a returned email in any format (docs/operations/email.md) if the secret is correct. */
export async function action({ request, context }: Route.ActionArgs) {
  const secret = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
  const raw = new Uint8Array(await request.arrayBuffer());
  const received = await receiveReport(context.get(depsContext), { secret, raw });
  if (received.ok) return respond({ received: true, outcome: received.value });
  const [status, message] = refusals[received.error];
  return respond({ error: { code: received.error, message } }, status);
}
