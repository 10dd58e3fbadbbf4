import { eq } from "drizzle-orm";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, profiles } from "#db/schema/identity.server.ts";

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
  providerJoined(account: MailedAccount, provider: SocialProvider): Promise<void>;
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

/** Tells the owner of an account that was there before that a provider opens it from now on; a new account needs no such word. */
export function notifyProviderJoined(db: Database, mails: AccountMails | undefined) {
  return async ({ userId, providerId }: { userId: string; providerId: string }) => {
    if (!mails || !isSocialProvider(providerId)) return;
    const ways = await db.$count(authAccounts, eq(authAccounts.userId, userId));
    if (ways < 2) return;
    const [account] = await db
      .select({ id: profiles.id, email: profiles.email })
      .from(profiles)
      .where(eq(profiles.id, userId));
    if (account) await mails.providerJoined(account, providerId);
  };
}
