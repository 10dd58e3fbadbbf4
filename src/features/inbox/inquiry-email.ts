import { isEmail } from "#core/email.ts";
import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";
import { INQUIRY_REPLY_HOURS } from "#features/settings/business-facts.ts";
import { INQUIRY_MESSAGES } from "./inquiry-form-result.ts";
import type { PurchaseInquiry } from "./inquiry-input.ts";

/** An inquiry as its two mails tell it. */
export type InquiryEmailInput = {
  inquiry: PurchaseInquiry;
  product: { name: string; url: string; picture: { src: string; alt: string } | null };
  /** Empty when none was chosen. */
  colorName: string;
  siteName: string;
  siteUrl: string;
  contactEmail: string;
};

const LONGEST_GREETING = 40;

/**
 * A first name fit to greet somebody by in a mail that anybody can have sent to anybody: letters alone, so that no advertisement
 * and no address travels in our name. Null otherwise.
 */
export function greetingName(firstName: string): string | null {
  const isName = /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3}$/u.test(firstName);
  return isName && firstName.length <= LONGEST_GREETING ? firstName : null;
}

function pieceLines({ inquiry, colorName }: InquiryEmailInput): string[] {
  const choice = [`Size ${inquiry.size}`, colorName].filter(Boolean).join(" · ");
  return [choice, `Quantity ${inquiry.quantity}`];
}

const note = (title: string, lines: readonly string[]): MailBlock => ({
  kind: "note",
  title,
  lines,
});

/** The mail that tells the owner of an inquiry; everything the sender typed is text in it and nothing else. */
export function inquiryEmail(news: InquiryEmailInput): RenderedMail {
  const { inquiry, product, siteName, siteUrl } = news;
  const { firstName, lastName, email, phone, address, city, postalCode, notes } = inquiry;
  const name = `${firstName} ${lastName}`;
  const reachable = isEmail(email);
  const doubt = reachable ? [] : ["No mail can be sent to this address: please call."];
  return renderMail({
    subject: `Guyana Sales: ${product.name} (${name})`,
    preview: `${name} asks for ${product.name}, ${pieceLines(news).join(", ").toLowerCase()}.`,
    heading: "Somebody would like to buy in Guyana",
    blocks: [
      note(product.name, pieceLines(news)),
      { kind: "button", label: "See the piece", url: product.url },
      note("From", [name, email, ...doubt, phone]),
      note("Address", [...address.split("\n"), [city, postalCode].filter(Boolean).join(", ")]),
      ...(notes ? [note("Additional Notes", notes.split("\n"))] : []),
    ],
    siteName,
    siteUrl,
    footer: [
      `Written in the Guyana Sales dialog of ${siteName}, which promises an answer within ${INQUIRY_REPLY_HOURS} hours.`,
      reachable ? `Answer ${name} at ${email}.` : `Call ${name} at ${phone}.`,
    ],
  });
}

/** What the sender of an inquiry gets at once: what was asked for and when the answer comes. */
export function inquiryReceiptEmail(news: InquiryEmailInput): RenderedMail {
  const { inquiry, product, siteName, siteUrl, contactEmail } = news;
  const greeting = greetingName(inquiry.firstName);
  return renderMail({
    subject: `Your inquiry about ${product.name}`,
    preview: INQUIRY_MESSAGES.sentText,
    heading: greeting ? `Thank you, ${greeting}` : "Thank you",
    blocks: [
      {
        kind: "text",
        text: `Your inquiry about ${product.name} is with our team in Georgetown. ${INQUIRY_MESSAGES.sentText}`,
      },
      ...(product.picture ? [{ kind: "picture" as const, ...product.picture }] : []),
      note(product.name, pieceLines(news)),
      { kind: "button", label: "See the piece again", url: product.url },
      note("Anything to add?", [
        "Answer this mail, and your words reach the people who read your inquiry.",
      ]),
    ],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because an inquiry was sent at ${siteName} with this address. If it was not yours, please write to ${contactEmail}.`,
    ],
  });
}
