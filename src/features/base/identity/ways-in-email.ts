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
    at: "20 Nov 2026, 10:00 in Georgetown",
    lines: [],
  }),
});
