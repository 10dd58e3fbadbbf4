import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** So many pieces of a line, as a mail names them. */
export type ReturnEmailItem = { name: string; size: string; quantity: number };

/** What all mails about a return's progress tell. */
export type ReturnOutcome = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  authorizationNumber: string;
  orderNumber: string;
  orderUrl: string;
  pieces: readonly ReturnEmailItem[];
};

function list(title: string, pieces: readonly ReturnEmailItem[]): MailBlock[] {
  if (pieces.length === 0) return [];
  const lines = pieces.map(({ name, quantity, size }) => `${quantity} × ${name}, size ${size}`);
  return [{ kind: "note", title, lines }];
}

function mailOf(
  outcome: ReturnOutcome,
  words: { subject: string; preview: string; heading: string; blocks: readonly MailBlock[] },
): RenderedMail {
  const { authorizationNumber, contactEmail, orderNumber, orderUrl, siteName, siteUrl } = outcome;
  return renderMail({
    subject: `${words.subject} (${siteName} ${orderNumber})`,
    preview: words.preview,
    heading: words.heading,
    blocks: [...words.blocks, { kind: "button", label: "View your order", url: orderUrl }],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because of your return ${authorizationNumber}.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}

/** To the customer when the parcel was opened: what lay in it, and what happens next. */
export function returnReceivedEmail(outcome: ReturnOutcome): RenderedMail {
  return mailOf(outcome, {
    subject: `Your return ${outcome.authorizationNumber} has arrived`,
    preview: "We look at it and write to you again.",
    heading: "Your return has arrived",
    blocks: [
      {
        kind: "text",
        text: `The parcel with the number ${outcome.authorizationNumber} is with us. We look at the pieces and write to you again.`,
      },
      ...list("We received", outcome.pieces),
    ],
  });
}

/** To the customer when other pieces come instead of those that were sent back; they cost nothing. */
export function returnExchangedEmail(
  outcome: ReturnOutcome & { replacements: readonly ReturnEmailItem[] },
): RenderedMail {
  return mailOf(outcome, {
    subject: `Your exchange ${outcome.authorizationNumber}`,
    preview: "The new pieces are being prepared for you.",
    heading: "Your exchange",
    blocks: [
      {
        kind: "text",
        text: "We exchange what you sent back, at no cost. You have another mail as soon as the parcel leaves.",
      },
      ...list("You sent back", outcome.pieces),
      ...list("You receive", outcome.replacements),
    ],
  });
}

/** To the customer when a return is not taken, with the owner's reason. */
export function returnDeclinedEmail(outcome: ReturnOutcome & { because: string }): RenderedMail {
  return mailOf(outcome, {
    subject: `About your return ${outcome.authorizationNumber}`,
    preview: outcome.because.split("\n")[0] ?? "",
    heading: "We cannot take this return",
    blocks: [
      {
        kind: "text",
        text: `We looked at your return ${outcome.authorizationNumber} and cannot take it.`,
      },
      { kind: "note", title: "Why", lines: outcome.because.split("\n").filter(Boolean) },
      ...list("It was about", outcome.pieces),
      {
        kind: "note",
        title: "If you see it differently",
        lines: [`Write to ${outcome.contactEmail}. A person reads it and answers.`],
      },
    ],
  });
}
