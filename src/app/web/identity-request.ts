import { isRouteErrorResponse } from "react-router";
import type { SessionEnd } from "#core/session-limits.ts";
import { sessionEndCode } from "#core/session-limits.ts";

/** Fields of the page that asks for the proof; the action that carries on never reads them. */
export const IDENTITY_FIELDS = {
  password: "identity-password",
  code: "identity-code",
  /** Pressed on the page "Please sign in again". */
  again: "identity-again",
} as const;

const NAMES: readonly string[] = Object.values(IDENTITY_FIELDS);

export const isIdentityField = (name: string): boolean => NAMES.includes(name);

const CONFIRM_PATH = "/login/confirm";

/** The page that asks for the proof and leads back to this one. */
export const confirmPath = (next: string): string =>
  `${CONFIRM_PATH}?${new URLSearchParams({ next })}`;

/**
 * The same page for a form whose session ended by itself. It posts the form again for that account only, so that nobody who
 * signs in after its owner at the same browser sends what she typed.
 */
export const sendAgainPath = (next: string, ended: SessionEnd & { userId: string }): string =>
  `${CONFIRM_PATH}?${new URLSearchParams({ next, ended: sessionEndCode(ended), account: ended.userId })}`;

/** What waits for the proof: the page that it was posted to, and all that was typed, which is posted again. */
export type IdentityRequest = {
  path: string;
  /** Empty for a page that is only opened. */
  fields: readonly (readonly [name: string, value: string])[];
  ways: { password: boolean; app: boolean; passkey: boolean };
};

/** Whether an action was refused until its sender proves who it is; null for other errors. */
export function identityRequestIn(error: unknown): IdentityRequest | null {
  if (!isRouteErrorResponse(error) || error.status !== 403) return null;
  const { data } = error as { data: { identityRequest?: IdentityRequest } | null };
  return data?.identityRequest ?? null;
}
