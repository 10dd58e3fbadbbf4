import { StripeRefusal } from "./stripe-refusal.ts";

/** Other test keys work like `good`. */
export const STAND_IN_KEYS = {
  good: "sk_test_stand_in",
  live: "sk_live_stand_in",
  wrong: "sk_test_wrong",
  expired: "sk_test_expired",
  restricted: "rk_test_restricted",
} as const;

/** Unknown or missing: 401; expired: 401 with its code; restricted: 403. */
export function modeOfKey(authorization: string | undefined): "test" | "live" {
  const [scheme, credentials = ""] = (authorization ?? "").split(" ");
  const key =
    scheme === "Basic"
      ? (Buffer.from(credentials, "base64").toString().split(":")[0] ?? "")
      : credentials;
  if (key === "") {
    throw new StripeRefusal(401, "You did not provide an API key.");
  }
  const hidden = `${key.slice(0, 8)}****${key.slice(-4)}`;
  if (key === STAND_IN_KEYS.expired) {
    throw new StripeRefusal(401, `Expired API Key provided: ${hidden}`, {
      code: "api_key_expired",
    });
  }
  if (key === STAND_IN_KEYS.restricted) {
    const text = `The provided key '${hidden}' does not have the required permissions for this endpoint.`;
    throw new StripeRefusal(403, text, { code: "more_permissions_required" });
  }
  const isKnown = key.startsWith("sk_test_") || key === STAND_IN_KEYS.live;
  if (!isKnown || key === STAND_IN_KEYS.wrong) {
    throw new StripeRefusal(401, `Invalid API Key provided: ${hidden}`);
  }
  return key === STAND_IN_KEYS.live ? "live" : "test";
}
