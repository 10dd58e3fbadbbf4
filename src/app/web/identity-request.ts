import { isRouteErrorResponse } from "react-router";

/** Fields of the page that asks for the proof; the action that carries on never reads them. */
export const IDENTITY_FIELDS = {
  password: "identity-password",
  code: "identity-code",
} as const;

const NAMES: readonly string[] = Object.values(IDENTITY_FIELDS);

export const isIdentityField = (name: string): boolean => NAMES.includes(name);

const CONFIRM_PATH = "/login/confirm";

/** The page that asks for the proof and leads back to this one. */
export const confirmPath = (next: string): string =>
  `${CONFIRM_PATH}?${new URLSearchParams({ next })}`;

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
