import { randomUUID } from "node:crypto";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { AppError } from "#core/app-error.ts";
import { wrapText } from "#core/wrapped-text.ts";

/** A mail to hand over; `id` becomes its Message-ID, so a mail sent twice is known as one. */
export type OutgoingMessage = {
  id: string;
  to: string;
  /** Whom an answer reaches; null when that is the sender. */
  replyTo: string | null;
  /** Ends mails of this kind by one request (RFC 8058); null for mails that always go. */
  unsubscribeUrl: string | null;
  subject: string;
  text: string;
  html: string;
};

/** The address was refused for good, in the words of the host that did: trying again is of no use. */
export class RecipientRefused extends AppError {
  constructor(words: string, options?: { cause?: unknown }) {
    super("mail", words, options);
    this.name = "RecipientRefused";
  }
}

/** Hands mails to the outside; throws RecipientRefused where trying again is of no use, else AppError('mail') when it could not. */
export type Mailer = { send(message: OutgoingMessage): Promise<void>; close(): void };

type MailerOptions = {
  smtpUrl: string | undefined;
  from: string;
  directory: string;
  /** Where a mail that comes back goes, by the mail's id; left out, to the sender. */
  bounceAddressOf?: ((messageId: string) => string) | undefined;
};

/** One recipient and nothing else: an address that would read as several, or as a header, is refused. */
const oneAddress = /^[^\s,;<>"()[\]\\]+@[^\s,;<>"()[\]\\]+$/;

function unsubscribeHeaders({ unsubscribeUrl }: OutgoingMessage): Record<string, string> {
  if (unsubscribeUrl === null || /[\s<>]/.test(unsubscribeUrl)) return {};
  return {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

function compose(
  { from, bounceAddressOf }: MailerOptions,
  message: OutgoingMessage,
): SendMailOptions {
  if (!oneAddress.test(message.to)) {
    throw new RecipientRefused("The recipient is no single mail address");
  }
  // A mail whose answer cannot be led is still worth sending: its words name whom to write to.
  const answers = oneAddress.test(message.replyTo ?? "") ? { replyTo: message.replyTo ?? "" } : {};
  const host = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to: message.to,
    ...answers,
    subject: message.subject,
    text: wrapText(message.text),
    html: message.html,
    messageId: `<${message.id}@${host}>`,
    ...(bounceAddressOf && { envelope: { from: bounceAddressOf(message.id), to: message.to } }),
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message) },
    // Bodies are text only: a path or address in them is never opened.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mails go out over SMTP; without an SMTP_URL each becomes an .eml file in the directory (architecture.md, mail). */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? createSmtpMailer(options.smtpUrl, options) : createFileMailer(options);
}

/** What of a failure the mail library tells: the host's answer, its code, and what was said before it. */
type SmtpFailure = { response?: unknown; responseCode?: unknown; command?: unknown };

/**
 * The host's words where it refused the recipient for good: 5xx to the address itself, or to the mail because of the address (RFC 3463, X.1.X). Not where
 * it refuses the shop, which must sign in or may not relay (530, 535, X.7.X): that is put right and the mail goes.
 */
function wordsOfRefusal(cause: unknown): string | null {
  const { response, responseCode, command } = cause as SmtpFailure;
  if (typeof response !== "string" || typeof responseCode !== "number") return null;
  if (responseCode < 550 || responseCode > 559) return null;
  const isOfAddress = /^\d{3}[ -]5\.1\.\d/.test(response);
  const isOfShop = /^\d{3}[ -]5\.7\.\d|relay/i.test(response);
  const isToAddress = String(command).startsWith("RCPT TO");
  return isOfAddress || (isToAddress && !isOfShop) ? response : null;
}

type Library = typeof import("nodemailer");

/** The library is loaded for the first mail and not for the start of the shop, of which it would be a tenth. */
function lazily<Transport>(open: (library: Library) => Transport) {
  let opened: Promise<Transport> | undefined;
  return {
    open() {
      opened ??= import("nodemailer").then(open);
      return opened;
    },
    close: (close: (transport: Transport) => void) => void opened?.then(close),
  };
}

function createSmtpMailer(url: string, options: MailerOptions): Mailer {
  const transport = lazily(({ createTransport }) => createTransport(url));
  return {
    async send(message) {
      const mail = compose(options, message);
      try {
        await (await transport.open()).sendMail(mail);
      } catch (cause) {
        if (cause instanceof RecipientRefused) throw cause;
        const words = wordsOfRefusal(cause);
        if (words !== null) throw new RecipientRefused(words, { cause });
        throw new AppError("mail", cause instanceof Error ? cause.message : "SMTP failed", {
          cause,
        });
      }
    },
    close: () => transport.close((opened) => opened.close()),
  };
}

function createFileMailer(options: MailerOptions): Mailer {
  const { directory } = options;
  const transport = lazily(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: "windows" }),
  );
  return {
    async send(message) {
      const sent = await (await transport.open()).sendMail(compose(options, message));
      await mkdir(directory, { recursive: true });
      await writeWhole(
        join(directory, `${fileName(message.id)}.eml`),
        Buffer.from(sent.message as Buffer),
      );
    },
    close: () => transport.close((opened) => opened.close()),
  };
}

/** Ids are the shop's own, but a file name is no place for trust. */
function fileName(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/g, "_");
}

/** Nobody ever sees half a file: it is written and synced under another name, then renamed. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
