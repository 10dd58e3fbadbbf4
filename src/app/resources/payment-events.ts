import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { receivePaymentEvent } from "#features/payments/payment-events.server.ts";
import type { Route } from "./+types/payment-events.ts";

/** Where each sender puts its signature. */
const SIGNATURE_HEADERS = [
  ["stripe", "stripe-signature"],
  ["test", "x-test-signature"],
] as const;

/** Who claims to have sent it, and the signature that has to prove it; null when nobody does. */
function signatureOf(headers: Headers) {
  for (const [sender, header] of SIGNATURE_HEADERS) {
    const signature = headers.get(header);
    if (signature !== null) return { sender, signature };
  }
  return null;
}

const answer = (body: unknown, status = 200) => Response.json(body, { status, headers: PRIVATE });

/** The provider posts; nobody reads. */
export function loader() {
  return answer({ error: { code: "method", message: "This address takes messages only." } }, 405);
}

/** Takes in a signed message of the payment provider (decision C3); the raw body, because the signature is over its bytes. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const body = await request.text();
  const signed = signatureOf(request.headers);
  const received = signed && (await receivePaymentEvent(deps, { ...signed, body }));
  if (!received?.ok) {
    const message = "The signature does not match.";
    return answer({ error: { code: "bad_signature", message } }, 400);
  }
  return answer({ received: true, outcome: received.value });
}
