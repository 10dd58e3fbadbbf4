/**
 * The server determines who acts (specification 6, decision D1). `browser` names the browser that the request proved to come from
 * (browser-proof.server.ts); it is absent where the browser has no proof. `sessionId` is the session that acts; an actor without
 * one has confirmed nothing (`isConfirmed`).
 */
export type Actor =
  | { readonly role: "visitor"; readonly browser?: string }
  | {
      readonly role: "customer";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
      readonly browser?: string;
      readonly sessionId?: string | undefined;
    }
  | {
      readonly role: "admin";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
      readonly browser?: string;
      readonly sessionId?: string | undefined;
    };

export type Admin = Extract<Actor, { role: "admin" }>;

export const visitor: Actor = { role: "visitor" };

/** Use cases check it again after middleware: `asAdmin` of guards.server.ts. */
export function isAdmin(actor: Actor): actor is Admin {
  return actor.role === "admin";
}

/** `updatedAt` is its last use. */
export type OpenSession = { id: string; updatedAt: Date; expiresAt: Date };

export type SignedIn = Exclude<Actor, { role: "visitor" }>;

/** Use cases check it again after the middleware. */
export function isSignedIn(actor: Actor): actor is SignedIn {
  return actor.role !== "visitor";
}
