/**
 * A simulated failure of one request. `error`: refused without work (5xx is stored under its idempotency key as in Stripe, 429 is not);
 * `drop` and `lose`: connection broken before or after the work; `hang`: no response; `late`: delayed response; `slow`: delayed work with
 * its key in use; `twice`: the work is done twice, as after a proxy's retry.
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
