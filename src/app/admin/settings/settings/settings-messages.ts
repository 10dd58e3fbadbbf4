import type { ActionNotice, ActionRefusal } from "#app/web/admin-action.ts";
import type {
  Listening,
  Verified,
  VerifyKeysResult,
} from "#features/base/settings/verify-stripe-keys.server.ts";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";

/** The message to a save that conflicts with another person's. */
export const CONFLICT =
  "Someone else saved these settings while you were editing. Your input is still here: Reset Changes shows what is saved now.";

const refusals: Readonly<Record<string, string>> = {
  conflict: CONFLICT,
  invalid: "Something in the form is not right",
  no_such_image: "The social image is no longer in the Media Library",
  bad_span: "The maximum days cannot be fewer than the minimum",
};

/** Says in a toast why the settings were not saved (specification 8). */
export function saveFailedMessage(code: string): ActionNotice {
  const reason = `Failed to save settings: ${refusals[code] ?? "Unknown error"}`;
  const description = code === "failed" ? "Failed to save settings" : reason;
  return { kind: "error", title: "Error saving settings", description };
}

export const modeWord: Record<StripeMode, string> = { test: "TEST", live: "LIVE" };

const KEY_PROBLEMS = {
  wrong_key:
    "Stripe does not know this secret key. Please copy it once more from the Stripe dashboard.",
  revoked_key:
    "This secret key was revoked or has expired. Please make a new one in the Stripe dashboard.",
  restricted_key:
    "This secret key is a restricted one that may not do enough. Please use the standard secret key.",
  away: "Stripe could not be reached to check the keys. They are still in the form: please save them again in a moment.",
} as const;

/** Says in a toast why the Stripe keys were not saved (specifications 5 and 8). */
export function keysSaveFailedMessage(code: string): ActionNotice {
  const kind = "error";
  switch (code) {
    case "missing_keys":
      return {
        kind,
        title: "Missing Keys",
        description: "Both Stripe publishable and secret keys are required",
      };
    case "key_mismatch":
      return {
        kind,
        title: "Key Mismatch Error",
        description:
          "Your publishable and secret keys don't match the same mode (test/live). Please use both keys from test mode or both from live mode.",
      };
    case "secret_in_public":
      return {
        kind,
        title: "Key Mismatch Error",
        description:
          "That is a secret key in the publishable key's field, which everybody may read. The publishable key begins with pk_.",
      };
    case "bad_key":
      return {
        kind,
        title: "Error saving settings",
        description:
          "Failed to save settings: A key is one word of letters, digits and underscores. Please copy it once more.",
      };
    case "wrong_key":
    case "revoked_key":
    case "restricted_key":
    case "away":
      return { kind, title: "Keys not saved", description: KEY_PROBLEMS[code] };
    default:
      return saveFailedMessage(code);
  }
}

const verdictMessages: Record<VerifyKeysResult | "sealed", { good: boolean; text: string }> = {
  works: { good: true, text: "Stripe knows this key, and it works." },
  wrong: {
    good: false,
    text: "Stripe does not know this secret key. Please copy it once more from the key dashboard.",
  },
  revoked: {
    good: false,
    text: "This secret key was revoked or has expired. Please make a new one in the key dashboard and save it here.",
  },
  restricted: {
    good: false,
    text: "Stripe knows this key, but it is a restricted one that may not do enough. Please use the standard secret key.",
  },
  mixed: {
    good: false,
    text: "The secret key works, but the publishable key is of the other mode. Please save both keys of one mode.",
  },
  away: {
    good: false,
    text: "Stripe could not be reached, so that nothing is known of the key. Please try again in a moment.",
  },
  sealed: {
    good: false,
    text: "The stored secret key was sealed with another SETTINGS_KEY and cannot be read. Please enter both keys again.",
  },
};

const listeningMessages: Record<Listening, string> = {
  registered: "It will report every payment to the shop at once.",
  not_public:
    "It cannot reach this shop's address from the web, so the shop asks Stripe itself, when a shopper comes back and every minute. Nothing is lost, it only takes a moment longer.",
  not_registered:
    "It would not register where to tell the shop of payments, so the shop asks Stripe itself, when a shopper comes back and every minute. Please try again later.",
};

export function verifiedMessage({ response, listening }: Verified): ActionNotice {
  const { good, text } = verdictMessages[response];
  return {
    kind: good ? "success" : "error",
    title: good ? "The key works" : "Not verified",
    description: listening ? `${text} ${listeningMessages[listening]}` : text,
  };
}

const notVerified: Readonly<Record<string, string>> = {
  sealed: verdictMessages.sealed.text,
  conflict: "The keys were changed meanwhile. Please verify once more.",
};

const KEY_FIELDS: Readonly<Record<string, string>> = {
  secret_in_public: "publishableKey",
  wrong_key: "secretKey",
  revoked_key: "secretKey",
  restricted_key: "secretKey",
};

export function settingsRefusal(intent: string, error: string): ActionRefusal {
  if (intent === "verify-stripe-keys") {
    const description =
      notVerified[error] ?? "The shop did not answer. Please try again in a moment.";
    return { notice: { kind: "error", title: "Not verified", description } };
  }
  const isBadKey = intent === "save-stripe-keys" && error === "invalid";
  const notice = keysSaveFailedMessage(isBadKey ? "bad_key" : error);
  const field = KEY_FIELDS[error];
  if (field)
    return { notice, fieldErrors: { [`integrations.${field}`]: [notice.description ?? ""] } };
  return error === "conflict" ? { notice, formErrors: [CONFLICT] } : { notice };
}

export function settingsDoneMessage(
  done: "saved" | "keys" | "keys_removed" | "reset",
  mode: StripeMode = "test",
): ActionNotice {
  const titles = {
    saved: "Settings saved successfully",
    keys: `Stripe keys saved successfully (${modeWord[mode]} mode)`,
    keys_removed: "Stripe keys removed",
    reset: "Settings reset",
  };
  return { kind: "success", title: titles[done] };
}
