import type { BrowserContext } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/identity.server.ts";
import { shopAt } from "../shop/current-shop.ts";
import { enterAccount } from "./customer.ts";
import { newClientIp } from "./fixtures.ts";

export type Customer = { firstName: string; lastName: string; email: string; password: string };

export function newCustomer(): Customer {
  return {
    firstName: "Rosa",
    lastName: "Persaud",
    email: `rosa-${crypto.randomUUID()}@example.org`,
    password: "linen-on-sunday-4",
  };
}

/** The id of the account with an email address. */
export function userIdOf(shop: string, email: string): Promise<string> {
  return shopAt(shop).inDatabase(async (db) => {
    const [row] = await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.email, email));
    if (!row) throw new Error(`${email} has no account`);
    return row.id;
  });
}

/** Registers as the page does, from an address of its own, because registrations are limited. */
export async function registerCustomer(shop: string, customer = newCustomer()): Promise<Customer> {
  const response = await fetch(`${shop}/auth?tab=create-account`, {
    method: "POST",
    headers: { origin: shop, "x-forwarded-for": newClientIp() },
    body: new URLSearchParams(customer),
    redirect: "manual",
  });
  if (response.status !== 302) throw new Error(`No account was made: ${response.status}`);
  return customer;
}

/** A customer with a password, by default a new one, is signed in to in a browser without the form. */
export async function signInCustomer(
  context: BrowserContext,
  shop: string,
  known?: Customer,
): Promise<Customer> {
  const customer = known ?? (await registerCustomer(shop));
  await enterAccount(context, shop, await userIdOf(shop, customer.email));
  return customer;
}
