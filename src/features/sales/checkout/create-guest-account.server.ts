import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { readRegistration } from "#features/base/identity/account-input.ts";
import type { TooManyAttempts } from "#features/base/identity/attempts.server.ts";
import { loadPasswordLists } from "#features/base/identity/common-passwords.server.ts";
import { registerCustomer } from "#features/base/identity/register-customer.server.ts";
import { findOrderBySession } from "#features/orders/order/order-queries.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { Auth } from "#platform/auth.server.ts";

type Failure =
  | TooManyAttempts
  | { code: "not_found" | "foreign_origin" | "refused" }
  | { code: "weak_password"; message: string };

/** A single name is the first one. */
function splitName(fullName: string): { firstName: string; lastName: string } {
  const names = fullName.trim().split(/\s+/);
  const lastName = names.pop() ?? "";
  return names.length === 0
    ? { firstName: lastName, lastName: "" }
    : { firstName: names.join(" "), lastName };
}

/**
 * Creates an account from a guest's order and a password. Confirming the emailed link assigns the order. A
 * registered email gets the same response.
 */
export async function createGuestAccount(
  deps: Pick<SettlementDeps, "db" | "clock"> & { auth: Auth },
  input: { sessionId: string; password: string; request: Request },
): Promise<Result<{ email: string }, Failure>> {
  const { password, request, sessionId } = input;
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order?.address || order.userId !== null) return fail({ code: "not_found" });
  const email = order.customerEmail;
  const person = { ...splitName(order.address.fullName), email, password };
  const registration = readRegistration(person, await loadPasswordLists(deps.db));
  if (!registration.ok) {
    const message = registration.error.password ?? "Please create the account on the sign-in page.";
    return fail({ code: "weak_password", message });
  }
  const registered = await registerCustomer(deps, { ...registration.value, request });
  return registered.ok ? ok({ email }) : registered;
}
