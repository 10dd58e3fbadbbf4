/** Who asks: the server's own answer, never the browser's (specification 6, decision D1). */
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

/** Nobody in particular. */
export const visitor: Actor = { role: "visitor" };

/** Whether the actor may use the content management; use cases ask it again behind the route's middleware. */
export function isAdmin(actor: Actor): actor is Extract<Actor, { role: "admin" }> {
  return actor.role === "admin";
}

/** The session of a request as it was found: when it was last used and until when it lives. */
export type OpenSession = { id: string; updatedAt: Date; expiresAt: Date };

/** An actor with an account. */
export type SignedIn = Exclude<Actor, { role: "visitor" }>;

/** Whether the actor has an account of their own, customer or admin; use cases of the account ask it again behind the middleware. */
export function isSignedIn(actor: Actor): actor is SignedIn {
  return actor.role !== "visitor";
}
