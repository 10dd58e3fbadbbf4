import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/identity/actor.ts";

/** A form of the desk as it arrived. */
export type OrderActionRequest = { deps: AppDeps; actor: Actor; orderId: string; form: FormData };

/** How it went: done (with the parcel it was done with, where that can be taken back), or why not and which fields are to blame. */
export type OrderActionResult =
  | "done"
  | { doneWith: string }
  | "forbidden"
  | "not_found"
  | { message: string; errors?: Record<string, string | undefined> };

export const CHANGED_SINCE =
  "Somebody changed this in the meantime. Nothing was overwritten: look at it as it is now, and send your change again.";
export const NOT_PAID = "Only a paid order can be changed like this.";
export const PUT_RIGHT = "Please put right what is marked.";
export const GIVEN_BACK =
  "This order was cancelled or refunded in the meantime. Keep the parcel here: nothing of it leaves any more.";
