import { defineEmail } from "#features/base/mail/email.ts";

type Context = { siteName: string; siteUrl: string; contactEmail: string };

/** The code is in the content alone, which is removed after the delivery; subjects stay and are shown on locked screens. */
export const removalCodeEmail = defineEmail<Context & { code: string; minutes: number }>({
  kind: "account-removal-code",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: ({ code, contactEmail, minutes, siteName }) => ({
    subject: `Your code to remove the second step at ${siteName}`,
    preview: `It counts for ${minutes} minutes.`,
    heading: "Shall we remove the second step?",
    blocks: [
      {
        kind: "text",
        text: `You asked us to remove the second step of your sign-in, because you lost your phone and your recovery codes. Please tell this code to the person of ${siteName} with whom you are in touch. It counts once, for ${minutes} minutes.`,
      },
      { kind: "code", label: "Code", code },
      {
        kind: "note",
        title: "You did not ask?",
        lines: [
          `Then somebody else asked us in your name. Tell this code to nobody, and write to ${contactEmail}. Your second step stays as it is.`,
        ],
      },
    ],
    footer: [
      `You receive this email because you have an account at ${siteName}.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  }),
  sample: (facts) => ({ ...facts, code: "804215", minutes: 30 }),
});

/** Tells a customer that an owner removed her second step. */
export const factorRemovedEmail = defineEmail<Context>({
  kind: "account-factor-removed",
  greets: true,
  isPrivate: true,
  compose: ({ contactEmail, siteName, siteUrl }) => ({
    subject: `The second step of your account at ${siteName} is removed`,
    preview: "Your password signs you in again.",
    heading: "Your second step is removed",
    blocks: [
      {
        kind: "text",
        text: "As you asked, we removed the authenticator app, the passkeys and the recovery codes of your account, and signed you out on all devices. Your password alone signs you in now. You can set up a new second step in your account.",
      },
      { kind: "button", label: "Sign in", url: `${siteUrl}/auth?next=%2Fprofile%2Fsettings` },
      {
        kind: "note",
        title: "You did not ask us for this?",
        lines: [
          "Then choose a new password at once:",
          `${siteUrl}/auth/forgot`,
          `And write to ${contactEmail}.`,
        ],
      },
    ],
    footer: [
      `You receive this email because you have an account at ${siteName}.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  }),
  sample: (facts) => facts,
});
