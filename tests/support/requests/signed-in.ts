import { newId } from "#core/ids.ts";
import { createCustomer, openSession } from "../sessions.ts";
import { currentShop } from "../shop/current-shop.ts";
import type { Visitor } from "./visitor.ts";
import { createVisitor } from "./visitor.ts";

/** Somebody with an account of the shop, signed in. */
export type SignedInVisitor = { visitor: Visitor; userId: string; email: string };

type NewCustomer = Partial<Parameters<typeof createCustomer>[1]>;

/** Signs a visitor in to an account without the form, because the shop limits how often a form signs in. */
export async function enterAccount(visitor: Visitor, userId: string): Promise<void> {
  const session = await currentShop().withAuth((auth) => openSession(auth, userId));
  visitor.cookies.set(session.cookieName, session.cookieValue);
  // The shop's pages read from it that somebody is signed in.
  visitor.cookies.set("da_hint", "1");
}

/** A new customer with a confirmed email address, signed in; `changes` are columns of the account. */
export async function signedInCustomer(changes: NewCustomer = {}): Promise<SignedInVisitor> {
  const shop = currentShop();
  const email = changes.email ?? `rosa-${newId()}@example.org`;
  const userId = await shop.inDatabase((db) => createCustomer(db, { ...changes, email }));
  const visitor = createVisitor(shop.url);
  await enterAccount(visitor, userId);
  return { visitor, userId, email };
}
