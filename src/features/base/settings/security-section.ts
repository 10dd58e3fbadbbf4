import { z } from "zod";
import type { SessionDuration } from "#core/session-limits.ts";
import { IDLE_LIMITS, SESSION_LIFE } from "#core/session-limits.ts";
import { field, section } from "./setting-description.ts";

type IdleLimit = {
  label: string;
  choices: readonly SessionDuration[];
  default: SessionDuration;
  reason: string;
};

function idleLimit(limit: IdleLimit, life: SessionDuration) {
  const { choices, default: initial, label, reason } = limit;
  const schema: z.ZodType<SessionDuration> = z.enum(choices, "Please choose one of the times.");
  return field({
    label,
    control: { kind: "select", options: choices },
    schema,
    default: initial,
    isProtected: true,
    hint: `${reason} Every session ends ${life} after its sign-in.`,
    keywords: "idle timeout session sign out inactivity",
  });
}

export const securitySection = section({
  label: "Security",
  tab: "security",
  fields: {
    requestSecondFactor: field({
      label: "Ask for a second factor",
      control: { kind: "switch" },
      schema: z.boolean(),
      default: true,
      isProtected: true,
      hint: "A passkey or the code of an authenticator app, from everybody who may see measurements or move money. It can be put off for 14 days; after that the admin's pages open once it is set up.",
      keywords: "two factor totp passkey 2fa mfa",
    }),
    requireSecondFactor: field({
      label: "Every admin needs a second factor",
      control: { kind: "switch" },
      schema: z.boolean(),
      default: false,
      isProtected: true,
      hint: "At once, without the 14 days. Whoever has none is led to Your account until it is set up.",
      keywords: "two factor totp passkey 2fa mfa",
    }),
    [IDLE_LIMITS.admin.setting]: idleLimit(IDLE_LIMITS.admin, SESSION_LIFE.admin),
    [IDLE_LIMITS.atelier.setting]: idleLimit(IDLE_LIMITS.atelier, SESSION_LIFE.admin),
    [IDLE_LIMITS.customer.setting]: idleLimit(IDLE_LIMITS.customer, SESSION_LIFE.customer),
  },
});
