/** Who sends a request, as the server determined (specification 6, decision D1). */
export type Actor =
  | { readonly role: "visitor" }
  | {
      readonly role: "customer";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
    }
  | {
      readonly role: "admin";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
    };

export const visitor: Actor = { role: "visitor" };

/** Whether the actor is staff. Use cases check it again after the route's middleware. */
export function isAdmin(actor: Actor): actor is Extract<Actor, { role: "admin" }> {
  return actor.role === "admin";
}

/** When the session was last used and when it ends. */
export type OpenSession = { id: string; updatedAt: Date; expiresAt: Date };

export type SignedIn = Exclude<Actor, { role: "visitor" }>;

/** Whether the actor has an account. Use cases check it again after the middleware. */
export function isSignedIn(actor: Actor): actor is SignedIn {
  return actor.role !== "visitor";
}
