/**
 * Another account of the provider as the owner knows it again: by its id, which stands in its dashboard, or by nothing where only a fingerprint of
 * its key was had.
 */
export function paymentAccountLabel(account: unknown): string {
  return typeof account === "string" && account.startsWith("acct_")
    ? `the Stripe account ${account}`
    : "another Stripe account";
}
