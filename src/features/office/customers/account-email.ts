import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailBlock } from "#features/base/mail/render-email.ts";

/** No submitted text: a stranger may have submitted it. */
export type AccountEmailContext = { siteName: string; siteUrl: string; contactEmail: string };

type WithToken = AccountEmailContext & { token: string };
type WithProvider = AccountEmailContext & { provider: string };

const text = (text: string): EmailBlock => ({ kind: "text", text });
const note = (title: string, line: string): EmailBlock => ({ kind: "note", title, lines: [line] });

const footerOf = (because: string, { contactEmail }: AccountEmailContext) => [
  `You receive this email because ${because}.`,
  `Questions? Write to ${contactEmail}.`,
];

const newPasswordUrl = ({ siteUrl }: AccountEmailContext) => `${siteUrl}/auth/forgot`;

/** The link for a new password; works once, for an hour. */
export const resetPasswordEmail = defineEmail<WithToken>({
  kind: "account-reset-password",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject: `Choose a new password for ${input.siteName}`,
    preview: "Your link works once, within one hour.",
    heading: "A new password",
    blocks: [
      text(
        "Someone, hopefully you, asked for a new password for the account with this email address. The link works once, within one hour.",
      ),
      {
        kind: "button",
        label: "Choose a new password",
        url: `${input.siteUrl}/auth/reset?token=${encodeURIComponent(input.token)}`,
      },
      note("You did not ask?", "You do not need to do anything. Your password stays the same."),
    ],
    footer: footerOf(`a new password was asked for at ${input.siteName}`, input),
  }),
  sample: (facts) => ({ ...facts, token: "sample" }),
});

export const confirmEmailEmail = defineEmail<WithToken>({
  kind: "account-confirm-email",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject: `Confirm your email for ${input.siteName}`,
    preview: "Please confirm that this is your email address.",
    heading: "Is this address yours?",
    blocks: [
      text(
        "An account was created with this email address. Please confirm that it is yours: we send order updates and password links to it. Where you are not signed in, the page asks for your password. You can shop in the meantime.",
      ),
      {
        kind: "button",
        label: "Confirm my email",
        url: `${input.siteUrl}/auth/verify?token=${encodeURIComponent(input.token)}`,
      },
      note(
        "It was not you?",
        "Then please ignore this email: nobody sees your orders by that account. If you would rather have it, confirm it with a password of your own, which replaces theirs and signs them out.",
      ),
    ],
    footer: footerOf(`an account was created with this email address at ${input.siteName}`, input),
  }),
  sample: (facts) => ({ ...facts, token: "sample" }),
});

export const alreadyRegisteredEmail = defineEmail<AccountEmailContext>({
  kind: "account-already-registered",
  greets: true,
  isPrivate: true,
  compose: (input) => ({
    subject: `You already have an account at ${input.siteName}`,
    preview: "Someone tried to create another one with this email address.",
    heading: "You already have an account",
    blocks: [
      text(
        "Someone tried to create an account with this email address, which already has one. Nothing was changed. If it was you, simply sign in.",
      ),
      { kind: "button", label: "Sign in", url: `${input.siteUrl}/auth` },
      note("Forgotten your password?", `Choose a new one at ${newPasswordUrl(input)}`),
    ],
    footer: footerOf(`this email address was entered at ${input.siteName}`, input),
  }),
  sample: (facts) => facts,
});

/** Reports a changed password. */
export const passwordChangedEmail = defineEmail<AccountEmailContext>({
  kind: "account-password-changed",
  greets: true,
  isPrivate: true,
  compose: (input) => ({
    subject: `Your password for ${input.siteName} was changed`,
    preview: "You are signed out everywhere.",
    heading: "Your password was changed",
    blocks: [
      text("Your account has a new password, and you are signed out on every device."),
      note(
        "It was not you?",
        `Choose another password at once, and write to ${input.contactEmail}.`,
      ),
      { kind: "button", label: "Choose another password", url: newPasswordUrl(input) },
    ],
    footer: footerOf(`your password at ${input.siteName} was changed`, input),
  }),
  sample: (facts) => facts,
});

/** Reports that a provider now signs in. A new password shuts out anyone who knows the old. */
export const providerJoinedEmail = defineEmail<WithProvider>({
  kind: "account-provider-joined",
  greets: true,
  isPrivate: true,
  compose: (input) => ({
    subject: `${input.provider} now opens your account at ${input.siteName}`,
    preview: "Your password keeps working too.",
    heading: `You can sign in with ${input.provider}`,
    blocks: [
      text(
        `Your account was just opened with ${input.provider}, which confirmed your email address. You can now sign in with it, and with your password as before.`,
      ),
      note(
        "You never chose a password here?",
        "Then someone else created this account with your email address. Choose a password now: it replaces theirs and signs them out.",
      ),
      { kind: "button", label: "Choose a new password", url: newPasswordUrl(input) },
    ],
    footer: footerOf(
      `${input.provider} was used to sign in to your account at ${input.siteName}`,
      input,
    ),
  }),
  sample: (facts) => ({ ...facts, provider: "Google" }),
});

/** Tells a customer that the shop ended all sessions of the account. */
export const signedOutEmail = defineEmail<AccountEmailContext>({
  kind: "account-signed-out",
  greets: true,
  isPrivate: true,
  compose: (input) => ({
    subject: `You are signed out at ${input.siteName}`,
    preview: "Please sign in again on the devices that are yours.",
    heading: "You are signed out everywhere",
    blocks: [
      text(
        "We ended the sign-ins of your account on all devices. Your orders, addresses and measurements are as they were. Please sign in again where you want to.",
      ),
      note(
        "Did you not ask us for this?",
        "Then somebody else may have used your account, and we ended that. Please choose a new password.",
      ),
      { kind: "button", label: "Choose a new password", url: newPasswordUrl(input) },
    ],
    footer: footerOf(`you have an account at ${input.siteName}`, input),
  }),
  sample: (facts) => facts,
});

/** The last email: the account is deleted, what remains and why (decision A4). */
export const goodbyeEmail = defineEmail<
  AccountEmailContext & { credit: { balance: MoneyAmount; url: string } | null }
>({
  kind: "account-deleted",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: ({ siteName, contactEmail, credit }) => ({
    subject: `Your account at ${siteName} is deleted`,
    preview: "Your personal data is gone from the shop.",
    heading: "Your account is deleted",
    blocks: [
      text(
        "As you asked, we have deleted your account: your name, addresses, measurements, sessions and messages are gone from the shop.",
      ),
      text("Your orders stay in our accounts, as the law requires, without your name."),
      ...(credit
        ? [
            note(
              `Your ${formatMoney(credit.balance)} of store credit stays`,
              "It never expires. We no longer know that it is yours, so keep this private link: whoever has it can spend the credit.",
            ),
            { kind: "button" as const, label: "See your store credit", url: credit.url },
          ]
        : []),
    ],
    footer: [`If you did not ask for this, please write to ${contactEmail} at once.`],
  }),
  sample: (facts) => ({ ...facts, credit: null }),
});
