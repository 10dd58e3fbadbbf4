import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailSite } from "#features/base/mail/render-email.ts";

/** Tells owners, and whom it is about, that a way in, a right or the account for money changed. */
export const waysInChangedEmail = defineEmail<
  EmailSite & { contactEmail: string; what: string; at: string; lines: readonly string[] }
>({
  kind: "ways-in-changed",
  compose: (input) => ({
    subject: `${input.what} (${input.siteName})`,
    preview: "If nobody of you did this, act at once.",
    heading: "A change of who comes in, who may do what, or where money goes",
    blocks: [
      { kind: "note", title: input.what, lines: [...input.lines, input.at] },
      {
        kind: "text",
        text: "If you know about it, nothing needs to be done. If not, open your account at once: end the sessions that are not yours, remove what you did not add, and change the password.",
      },
      { kind: "button", label: "Open your account", url: `${input.siteUrl}/admin/account` },
    ],
    footer: [
      `You receive this email because you are an owner of ${input.siteName}, or because it is about your account.`,
    ],
  }),
  sample: (facts) => ({
    ...facts,
    what: "Rosa added a passkey to the account of Rosa",
    at: "20 November 2026, 10:00 in Georgetown",
    lines: [],
  }),
});

type OwnChangeDescription = {
  /** As Activity says it, before the name of the account. */
  action: string;
  /** As a customer reads it. */
  heading: string;
  consequence: string;
};

/** What its holder can change of an account's ways in, apart from a new password of an account whose email is confirmed. */
export const OWN_CHANGES = {
  "app-added": {
    action: "added an authenticator app to",
    heading: "An authenticator app was added to your account",
    consequence:
      "From now on, signing in also asks for a code of the app, or for one of your recovery codes.",
  },
  "app-removed": {
    action: "removed the authenticator app from",
    heading: "The authenticator app was removed from your account",
    consequence: "Signing in no longer asks for its codes.",
  },
  "codes-renewed": {
    action: "made new recovery codes for",
    heading: "Your account has new recovery codes",
    consequence: "The recovery codes that you had before no longer work.",
  },
  "passkey-added": {
    action: "added a passkey to",
    heading: "A passkey was added to your account",
    consequence:
      "It signs you in without your password. With your password, signing in asks for a second step from now on.",
  },
  "passkey-removed": {
    action: "removed a passkey from",
    heading: "A passkey was removed from your account",
    consequence: "It no longer opens your account.",
  },
  "password-chosen": {
    action: "chose a new password, with the confirmation of the email, for",
    heading: "Your account has a new password",
    consequence:
      "It was chosen by the link that confirms your email address. The password before it no longer works, and everybody who was signed in is signed out.",
  },
} as const satisfies Record<string, OwnChangeDescription>;

export type OwnChange = keyof typeof OWN_CHANGES;

/** Tells a customer that a way into the account changed, whoever did it. */
export const ownWayInChangedEmail = defineEmail<
  EmailSite & { contactEmail: string; change: OwnChange; at: string; passkey: string | null }
>({
  kind: "account-way-in-changed",
  greets: true,
  isPrivate: true,
  compose: (input) => {
    const { consequence, heading } = OWN_CHANGES[input.change];
    return {
      subject: `${heading} (${input.siteName})`,
      preview: "If that was you, nothing needs to be done.",
      heading,
      blocks: [
        {
          kind: "note",
          title: heading,
          lines: [...(input.passkey === null ? [] : [input.passkey]), input.at],
        },
        { kind: "text", text: consequence },
        { kind: "button", label: "Open your account", url: `${input.siteUrl}/profile/settings` },
        {
          kind: "note",
          title: "It was not you?",
          lines: [
            "Choose a new password at once, which signs everybody out:",
            `${input.siteUrl}/auth/forgot`,
            `And write to ${input.contactEmail}. If you can no longer sign in, we remove the second step for you.`,
          ],
        },
      ],
      footer: [
        `You receive this email because you have an account at ${input.siteName}.`,
        `Questions? Write to ${input.contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    change: "passkey-added",
    at: "20 November 2026, 10:00 in Georgetown",
    passkey: "Passkey of Android",
  }),
});
