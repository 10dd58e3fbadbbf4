import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

type Goodbye = { siteName: string; siteUrl: string; contactEmail: string };

/** The last mail an account gets: that it is gone, and what stays and why (decision A4). */
export function goodbyeEmail({ siteName, siteUrl, contactEmail }: Goodbye): RenderedMail {
  return renderMail({
    subject: `Your account at ${siteName} is deleted`,
    preview: "Your personal data is gone from the shop.",
    heading: "Your account is deleted",
    blocks: [
      {
        kind: "text",
        text: "As you asked, we have deleted your account: your name, addresses, measurements, sessions and messages are gone from the shop.",
      },
      {
        kind: "text",
        text: "What you bought stays in our books, as the law asks of us, but no longer says that it was you.",
      },
    ],
    siteName,
    siteUrl,
    footer: [`If it was not you who asked for this, write to ${contactEmail} at once.`],
  });
}
