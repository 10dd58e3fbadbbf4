import { and, asc, eq } from "drizzle-orm";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { registerCustomer } from "#features/base/identity/register-customer.server.ts";
import { signInCustomer } from "#features/base/identity/sign-in.server.ts";
import { composeAccountEmails } from "#features/office/customers/account-emails.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "./database.ts";
import { cookieHeader, formPost, SHOP_ORIGIN, testAuth, testEnv } from "./identity.ts";

export const ROSA = {
  firstName: "Rosa",
  lastName: "Persaud",
  email: "rosa@example.com",
  password: "linen-on-sunday-4",
};

/** Records jobs, runs none. `options` override defaults such as the quick hash. */
export function accountShop(
  { db }: Pick<TestDatabase, "db">,
  options: Parameters<typeof testAuth>[3] = {},
) {
  const requests: { name: string; payload: unknown }[] = [];
  const jobs = {
    send: async (name: string, payload: unknown) => void requests.push({ name, payload }),
  };
  const mails = composeAccountEmails({ db, jobs, clock: systemClock, publicUrl: SHOP_ORIGIN });
  const auth = testAuth(db, testEnv(), mails, options);
  const deps = { db, auth, jobs, clock: systemClock };
  return {
    deps,
    requested: requests,
    register: (changes: Partial<typeof ROSA> = {}) =>
      registerCustomer(deps, { ...ROSA, ...changes, request: formPost("/auth", {}) }),
    signIn: (changes: Partial<typeof ROSA> = {}, options?: Parameters<typeof formPost>[2]) =>
      signInCustomer(deps, { ...ROSA, ...changes, request: formPost("/auth", {}, options) }),
    mailsTo: (recipient: string, kind: string) =>
      db
        .select()
        .from(mailOutbox)
        .where(and(eq(mailOutbox.recipient, recipient), eq(mailOutbox.kind, kind)))
        .orderBy(asc(mailOutbox.id)),
  };
}

export function tokenIn(mail: { textBody: string } | undefined): string {
  return decodeURIComponent(/token=([^\s&]+)/.exec(mail?.textBody ?? "")?.[1] ?? "");
}

/** Fails when refused. */
export function cookieAfter(signedIn: {
  ok: boolean;
  value?: { cookies: readonly string[] };
}): string {
  if (!signedIn.ok || !signedIn.value) throw new Error("Nobody was signed in");
  return cookieHeader(signedIn.value.cookies);
}
