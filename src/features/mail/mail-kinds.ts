/**
 * Every mail the shop writes. A new one joins with its sample in src/app/admin/emails/sample-mails.ts, which the compiler asks for, so that the
 * owner can look at it before anybody gets it.
 */
export const MAIL_KINDS = [
  "order-confirmation",
  "shipped",
  "delivered",
  "address-changed",
  "refund",
  "refund-failed",
  "return",
  "return-notice",
  "return-received",
  "return-exchanged",
  "return-declined",
  "purchase-inquiry",
  "inquiry-receipt",
  "contact-message",
  "volunteer-message",
  "inbox-reply",
  "donation-receipt",
  "back-in-stock",
  "low-stock",
  "account-confirm-email",
  "account-already-registered",
  "account-reset-password",
  "account-password-changed",
  "account-provider-joined",
  "account-deleted",
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** Mails that open an account to whoever reads them: they are for their own mailbox and no other. */
export function isForItsReaderAlone(kind: string): boolean {
  return kind.startsWith("account-");
}
