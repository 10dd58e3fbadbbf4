/** One part of a mail, the same for its HTML and its plain text. */
export type MailBlock =
  | { kind: "text"; text: string }
  | { kind: "picture"; src: string; alt: string }
  | { kind: "lines"; lines: readonly MailLine[] }
  | { kind: "amounts"; rows: readonly MailAmount[] }
  /** What has to be copied by hand, large enough to be read from a phone beside a parcel. */
  | { kind: "code"; label: string; code: string }
  | { kind: "note"; title: string; lines: readonly string[] }
  | { kind: "button"; label: string; url: string };

/** A bought piece: its name, what was chosen, what it cost and the price it would have had without an offer. */
export type MailLine = {
  title: string;
  details: readonly string[];
  amount: string;
  was: string | null;
};

/** A label and an amount; the sum is set apart from the rest. */
export type MailAmount = { label: string; amount: string; isSum: boolean };

/** A mail before it is drawn. `preview` is the line an inbox shows beside the subject. */
export type MailDocument = {
  subject: string;
  preview: string;
  heading: string;
  blocks: readonly MailBlock[];
  siteName: string;
  siteUrl: string;
  footer: readonly string[];
};

/** A mail ready for the outbox. */
export type RenderedMail = { subject: string; text: string; html: string };
