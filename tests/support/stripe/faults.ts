/**
 * `error` refuses without work (5xx is stored under its idempotency key as in Stripe, 429 is not); `drop` and `lose`
 * break the connection before or after the work; `hang` never responds; `late` delays the response; `slow` delays the
 * work with its key in use; `twice` repeats the work, like a proxy's retry.
 */
export type Fault =
  | { kind: "error"; status: 402 | 429 | 500 | 503 }
  | { kind: "drop" | "lose" | "hang" | "twice" }
  | { kind: "late" | "slow"; ms: number };

/** `method` is the SDK's. */
export type Call = { method: string; id: string; idempotencyKey: string | null; params: unknown };

/** Chooses a call's fault; null is none. */
export type FaultChoice = (call: Call) => Fault | null;

/** Gives the next `times` calls of a method a fault. */
export function failNext(fault: Fault, method?: string, times = 1): FaultChoice {
  let left = times;
  return (call) => {
    if (left === 0 || (method && call.method !== method)) return null;
    left -= 1;
    return fault;
  };
}
