/**
 * `error` refuses without work (5xx is stored under its key, 429 not); `drop` and `lose` break the connection
 * before or after the work; `hang` never responds; `late` delays the response, `slow` the work with its
 * key, until a promise settles; `twice` repeats it, like a proxy.
 */
export type Fault =
  | { kind: "error"; status: 402 | 429 | 500 | 503 }
  | { kind: "drop" | "lose" | "hang" | "twice" }
  | { kind: "late" | "slow"; until: Promise<unknown> };

/** `method` is the SDK's. */
export type Call = { method: string; id: string; idempotencyKey: string | null; params: unknown };

/** Null is none. */
export type FaultChoice = (call: Call) => Fault | null;

/** A fault for a method's next `times` calls. */
export function failNext(fault: Fault, method?: string, times = 1): FaultChoice {
  let left = times;
  return (call) => {
    if (left === 0 || (method && call.method !== method)) return null;
    left -= 1;
    return fault;
  };
}
