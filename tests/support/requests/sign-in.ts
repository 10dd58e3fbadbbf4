import { newId } from "#core/ids.ts";
import { staffMember } from "../production.ts";
import { createCustomer, keepAdminsConfirmed, openSession } from "../sessions.ts";
import { currentShop } from "../shop/current-shop.ts";
import { OWNER } from "../shop/owner-account.ts";
import type { Visitor } from "./visitor.ts";
import { createVisitor } from "./visitor.ts";

/** Signs a visitor in as the owner, as the page /login does. Sign-ins are limited by name and address. */
export async function signInOwner(visitor: Visitor): Promise<Visitor> {
  const response = await visitor.post("/login", OWNER);
  const target = response.headers.get("location");
  if (response.status !== 302 || target !== "/admin") {
    throw new Error(`The owner cannot sign in: ${response.status} ${target}`);
  }
  await currentShop().inDatabase(keepAdminsConfirmed);
  return visitor;
}

/** Gives a visitor a session of an account, customer or admin, without a password; uncounted. */
export async function signInAs(visitor: Visitor, userId: string): Promise<Visitor> {
  const session = await currentShop().withAuth((auth) => openSession(auth, userId));
  visitor.cookies.set(session.cookieName, session.cookieValue);
  visitor.cookies.set("da_hint", "1");
  return visitor;
}

/** Signs a visitor in as a new member of the staff; returns the account. */
export async function signInStaff(visitor: Visitor, { isAtelier }: { isAtelier: boolean }) {
  const staff = await currentShop().inDatabase((db) => staffMember(db, isAtelier));
  await signInAs(visitor, staff.userId);
  return staff;
}

type NewCustomer = Partial<Parameters<typeof createCustomer>[1]>;

/** Somebody new with an account, signed in; `changes` are columns of the account. */
export async function signedInCustomer(changes: NewCustomer = {}) {
  const email = changes.email ?? `rosa-${newId()}@example.org`;
  const visitor = createVisitor(currentShop().url);
  const userId = await currentShop().inDatabase((db) => createCustomer(db, { ...changes, email }));
  await signInAs(visitor, userId);
  return { visitor, userId, email };
}

/** A new member of the staff, signed in. */
export async function signedInAdmin(): Promise<Visitor> {
  const visitor = createVisitor(currentShop().url);
  await signInStaff(visitor, { isAtelier: false });
  return visitor;
}
