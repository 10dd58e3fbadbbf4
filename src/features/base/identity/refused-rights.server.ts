import { AsyncLocalStorage } from "node:async_hooks";
import type { RefusalKind } from "./refusal.ts";

const refusedInRequest = new AsyncLocalStorage<Set<RefusalKind>>();

/**
 * Notes that the shop refused something to whoever sent the current request. The guards and the check of a proof note it, so that
 * no page can forget it. Outside of a request of somebody who is signed in it does nothing.
 */
export function noteRefusal(kind: RefusalKind): void {
  refusedInRequest.getStore()?.add(kind);
}

/** Runs a request and returns what the shop refused in it, each kind once. */
export async function withNotedRefusals<Value>(
  run: () => Promise<Value>,
): Promise<{ value: Value; refused: readonly RefusalKind[] }> {
  const refused = new Set<RefusalKind>();
  const value = await refusedInRequest.run(refused, run);
  return { value, refused: [...refused] };
}
