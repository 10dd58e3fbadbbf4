import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** What a mail about an account says beside its own matter; nothing somebody typed into a form, for that may be a stranger. */
export type AccountEmailContext = { siteName: string; siteUrl: string; contactEmail: string };

type Words = {
  subject: string;
  preview: string;
  heading: string;
  blocks: readonly MailBlock[];
  /** Why it came. */
  because: string;
};

function draw(place: AccountEmailContext, words: Words): RenderedMail {
  const { because, ...mail } = words;
  return renderMail({
    ...mail,
    siteName: place.siteName,
    siteUrl: place.siteUrl,
    footer: [because, `Questions? Write to ${place.contactEmail}.`],
  });
}

const forgotPath = "/auth/forgot";

/** The mail with the link to a new password, which works once and for an hour. */
export function resetPasswordEmail(place: AccountEmailContext, token: string): RenderedMail {
  return draw(place, {
    subject: `Choose a new password for ${place.siteName}`,
    preview: "Your link works once and for an hour.",
    heading: "A new password",
    blocks: [
      {
        kind: "text",
        text: "Somebody, we hope you, asked for a new password for the account with this address. The link works once and for an hour.",
      },
      {
        kind: "button",
        label: "Choose a new password",
        url: `${place.siteUrl}/auth/reset?token=${encodeURIComponent(token)}`,
      },
      {
        kind: "note",
        title: "You did not ask?",
        lines: ["Then there is nothing to do. Your password stays as it is."],
      },
    ],
    because: `You receive this mail because a new password was asked for at ${place.siteName}.`,
  });
}

/** The mail that asks whether an address is its account's owner's. */
export function confirmEmailEmail(place: AccountEmailContext, token: string): RenderedMail {
  return draw(place, {
    subject: `Confirm your email for ${place.siteName}`,
    preview: "One press, and your account is yours alone.",
    heading: "Is this address yours?",
    blocks: [
      {
        kind: "text",
        text: "An account was made with this address. Please confirm that it is yours: it is where your orders and a forgotten password are answered. You can shop in the meantime.",
      },
      {
        kind: "button",
        label: "Confirm my email",
        url: `${place.siteUrl}/auth/verify?token=${encodeURIComponent(token)}`,
      },
      {
        kind: "note",
        title: "It was not you?",
        lines: [
          "Then please do not confirm. Whoever made the account can do nothing in your name, and you need not do anything.",
        ],
      },
    ],
    because: `You receive this mail because an account was made with this address at ${place.siteName}.`,
  });
}

/** The mail to the owner of an account whose address somebody used to make another. */
export function alreadyRegisteredEmail(place: AccountEmailContext): RenderedMail {
  return draw(place, {
    subject: `You already have an account at ${place.siteName}`,
    preview: "Somebody tried to make another with this address.",
    heading: "You already have an account",
    blocks: [
      {
        kind: "text",
        text: "Somebody tried to make an account with this address, which has one already. Nothing was changed. If it was you, simply sign in.",
      },
      { kind: "button", label: "Sign in", url: `${place.siteUrl}/auth` },
      {
        kind: "note",
        title: "Forgotten your password?",
        lines: [`Choose a new one at ${place.siteUrl}${forgotPath}`],
      },
    ],
    because: `You receive this mail because this address was typed at ${place.siteName}.`,
  });
}

/** The mail that tells of a password that was changed. */
export function passwordChangedEmail(place: AccountEmailContext): RenderedMail {
  return draw(place, {
    subject: `Your password for ${place.siteName} was changed`,
    preview: "You are signed out everywhere.",
    heading: "Your password was changed",
    blocks: [
      {
        kind: "text",
        text: "The password of your account is a new one now, and you are signed out on every device.",
      },
      {
        kind: "note",
        title: "It was not you?",
        lines: [`Choose another password at once, and write to ${place.contactEmail}.`],
      },
      {
        kind: "button",
        label: "Choose another password",
        url: `${place.siteUrl}${forgotPath}`,
      },
    ],
    because: `You receive this mail because your password at ${place.siteName} was changed.`,
  });
}

/** The mail that tells of another way into an account; whoever else knows its password is shut out by a new one. */
export function providerJoinedEmail(place: AccountEmailContext, provider: string): RenderedMail {
  return draw(place, {
    subject: `${provider} now opens your account at ${place.siteName}`,
    preview: "Beside the password that it has.",
    heading: `You can sign in with ${provider}`,
    blocks: [
      {
        kind: "text",
        text: `Your account was just opened with ${provider}, which confirmed your address. From now on you can come in that way, and with the password as before.`,
      },
      {
        kind: "note",
        title: "You never chose a password here?",
        lines: [
          "Then somebody else made this account with your address. Choose a password now: it ends theirs and signs them out.",
        ],
      },
      { kind: "button", label: "Choose a new password", url: `${place.siteUrl}${forgotPath}` },
    ],
    because: `You receive this mail because ${provider} was used to sign in to your account at ${place.siteName}.`,
  });
}
