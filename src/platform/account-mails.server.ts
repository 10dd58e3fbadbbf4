/** A link that confirms an email works for three days: it opens nothing, and mail is read when there is time. */
const CONFIRM_LINK_S = 3 * 24 * 60 * 60;

/** Whom a mail about an account goes to. */
export type MailedAccount = { id: string; email: string };

/** The mails about an account, written by whoever composes the shop. */
export type AccountMails = {
  resetPassword(account: MailedAccount, token: string): Promise<void>;
  confirmEmail(account: MailedAccount, token: string): Promise<void>;
  alreadyRegistered(account: MailedAccount): Promise<void>;
  passwordChanged(account: MailedAccount): Promise<void>;
};

/** What becomes of a password that was forgotten and of an address that signs up, by mail; nothing without mails. */
export function mailOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendResetPassword: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.resetPassword(user, token),
    onExistingUserSignUp: ({ user }: { user: MailedAccount }) => mails.alreadyRegistered(user),
    onPasswordReset: ({ user }: { user: MailedAccount }) => mails.passwordChanged(user),
  };
}

/** How a new account is asked whether its address is its owner's; not at all without mails. */
export function confirmationOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendOnSignUp: true,
    expiresIn: CONFIRM_LINK_S,
    sendVerificationEmail: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.confirmEmail(user, token),
  };
}
