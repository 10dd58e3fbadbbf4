/**
 * What goes wrong with one request: `error` is answered without doing anything (5xx is remembered under its idempotency key, as Stripe
 * does; 429 is not); `drop` breaks the connection before the work and `lose` after it; `hang` never answers; `late` works and answers
 * after a while; `slow` is at work for a while, its key in use; `twice` does the work twice, as if a proxy had repeated the request.
 */
export type Fault =
  | { kind: "error"; status: 402 | 429 | 500 | 503 }
  | { kind: "drop" | "lose" | "hang" | "twice" }
  | { kind: "late" | "slow"; ms: number };

/** A request to the stand-in, by the SDK's method. */
export type Call = { method: string; id: string; idempotencyKey: string | null; params: unknown };

/** Chooses what goes wrong with a call; null for nothing. */
export type FaultChoice = (call: Call) => Fault | null;

/** The next `times` calls of a method go wrong, then all is well again. */
export function failNext(fault: Fault, method?: string, times = 1): FaultChoice {
  let left = times;
  return (call) => {
    if (left === 0 || (method && call.method !== method)) return null;
    left -= 1;
    return fault;
  };
}
