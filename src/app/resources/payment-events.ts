import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { FailureSource } from "#features/office/reports/operational-failures.server.ts";
import {
  clearFailures,
  recordFailure,
} from "#features/office/reports/operational-failures.server.ts";
import { receivePaymentEvent } from "#features/sales/payments/payment-events.server.ts";
import type { PaymentMessage } from "#platform/payments.server.ts";
import type { Route } from "./+types/payment-events.ts";

const SIGNATURE_HEADERS = [
  ["stripe", "stripe-signature"],
  ["test", "x-test-signature"],
] as const;

function signatureOf(headers: Headers) {
  for (const [sender, header] of SIGNATURE_HEADERS) {
    const signature = headers.get(header);
    if (signature !== null) return { sender, signature };
  }
  return null;
}

const respond = (body: unknown, status = 200) => Response.json(body, { status, headers: PRIVATE });

export function loader() {
  return respond(
    { error: { code: "method", message: "Only POST requests are accepted here." } },
    405,
  );
}

/** Records repeated failures for the owner; a processed message ends them. */
async function receiveAndRecord(deps: AppDeps, message: PaymentMessage) {
  const record = (source: FailureSource, reason: string) =>
    recordFailure(deps, source, reason).catch((error: unknown) => {
      deps.logger.error({ err: error, source }, "payments: failure not recorded");
    });
  try {
    const received = await receivePaymentEvent(deps, message);
    if (received.ok) await clearFailures(deps.db, ["webhook:signature", "webhook:processing"]);
    else await record("webhook:signature", "The signature does not match");
    return received;
  } catch (error) {
    await record("webhook:processing", error instanceof Error ? error.name : "unknown");
    throw error;
  }
}

/** Processes a signed provider event (decision C3). The signature covers the raw body. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const body = await request.text();
  const signed = signatureOf(request.headers);
  const received = signed && (await receiveAndRecord(deps, { ...signed, body }));
  if (!received?.ok) {
    const message = "The signature does not match.";
    return respond({ error: { code: "bad_signature", message } }, 400);
  }
  return respond({ received: true, outcome: received.value });
}
