import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { SendMailOptions } from "nodemailer";
import { AppError } from "#core/app-error.ts";
import { wrapText } from "#core/wrapped-text.ts";

/** `id` becomes the Message-ID, so that duplicates are recognised. */
export type OutgoingMessage = {
  id: string;
  to: string;
  /** Null for the sender. */
  replyTo: string | null;
  /** One-click unsubscribe (RFC 8058); null for emails that are always sent. */
  unsubscribeUrl: string | null;
  subject: string;
  text: string;
  html: string;
};

/** A permanent refusal of the address, with the host's message. Retrying is useless. */
export class RecipientRefused extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("mail", message, options);
    this.name = "RecipientRefused";
  }
}

/** Throws RecipientRefused for a permanent refusal, else AppError('mail'). */
export type Mailer = { send(message: OutgoingMessage): Promise<void>; close(): void };

type MailerOptions = {
  smtpUrl: string | undefined;
  from: string;
  directory: string;
  /** For an email id; by default the sender. */
  bounceAddressOf?: ((messageId: string) => string) | undefined;
  timeouts?: SmtpTimeouts;
};

type SmtpTimeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };

/**
 * In ms: to connect, the greeting included, and for each response of the host. Together less than the time after which
 * the queue considers a job lost (platform/job-queue), so that no second attempt overlaps with the first.
 */
const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
};

/** Refuses addresses that read as several, or as a header. */
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
  // Sent without an invalid reply address, because the text names the contact.
  const results = oneAddress.test(message.replyTo ?? "") ? { replyTo: message.replyTo ?? "" } : {};
  const host = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to: message.to,
    ...results,
    subject: message.subject,
    text: wrapText(message.text),
    html: message.html,
    messageId: `<${message.id}@${host}>`,
    ...(bounceAddressOf && { envelope: { from: bounceAddressOf(message.id), to: message.to } }),
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message) },
    // Paths and URLs in a body are never opened.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Sends over SMTP; without SMTP_URL writes each email to the directory as an .eml file (architecture.md, mail). */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl
    ? onceEach(createSmtpMailer(options.smtpUrl, options))
    : createFileMailer(options);
}

/** Ids of accepted emails that are remembered: those of a day in a busy shop. */
const MAX_REMEMBERED = 10_000;

/**
 * Sends each id once: a repeated job joins the attempt in progress, and does nothing after the host has accepted the
 * email, for example when the result could not be stored. A failed attempt may be repeated.
 */
function onceEach(mailer: Mailer): Mailer {
  const sending = new Map<string, Promise<void>>();
  const accepted = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  async function send(message: OutgoingMessage): Promise<void> {
    await mailer.send(message);
    accepted.set(message.id, true);
  }

  return {
    async send(message) {
      if (accepted.has(message.id)) return;
      const started = sending.get(message.id);
      if (started) return started;
      const attempt = send(message).finally(() => sending.delete(message.id));
      sending.set(message.id, attempt);
      return attempt;
    },
    close: mailer.close,
  };
}

type SmtpFailure = { response?: unknown; responseCode?: unknown; command?: unknown };

/**
 * The host's message when it refuses the recipient for good: 5xx to the address, or to the email because of it (RFC
 * 3463, X.1.X). Null when it refuses the shop itself (530, 535, X.7.X), which the owner can correct.
 */
function refusalMessage(cause: unknown): string | null {
  const { response, responseCode, command } = cause as SmtpFailure;
  if (typeof response !== "string" || typeof responseCode !== "number") return null;
  if (responseCode < 550 || responseCode > 559) return null;
  const isOfAddress = /^\d{3}[ -]5\.1\.\d/.test(response);
  const isOfShop = /^\d{3}[ -]5\.7\.\d|relay/i.test(response);
  const isToAddress = String(command).startsWith("RCPT TO");
  return isOfAddress || (isToAddress && !isOfShop) ? response : null;
}

type Library = typeof import("nodemailer");

/** Loads the library with the first email, because it is a tenth of the start time. */
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
  const timeouts = options.timeouts ?? SMTP_TIMEOUTS;
  const transport = lazily(({ createTransport }) => createTransport({ url, ...timeouts }));
  return {
    async send(message) {
      const mail = compose(options, message);
      try {
        await (await transport.open()).sendMail(mail);
      } catch (cause) {
        if (cause instanceof RecipientRefused) throw cause;
        const message = refusalMessage(cause);
        if (message !== null) throw new RecipientRefused(message, { cause });
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
  let opened: Promise<void> | undefined;
  return {
    async send(message) {
      const sent = await (await transport.open()).sendMail(compose(options, message));
      opened ??= openPrivateFolder(directory);
      await opened.catch((error) => {
        opened = undefined;
        throw error;
      });
      await writeWhole(
        join(directory, `${fileName(message.id)}.eml`),
        Buffer.from(sent.message as Buffer),
      );
    },
    close: () => transport.close((opened) => opened.close()),
  };
}

/** Deletes the emails that were stored as files before a moment; returns how many. None is no error. */
export async function deleteEmailFiles(directory: string, before: Date): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const path = join(directory, name);
    // A draft of a killed process is an email too.
    if (!/\.eml(?:\.[\w-]+\.part)?$/.test(name) || (await stat(path)).mtime >= before) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Safe even if an id were not ours. */
function fileName(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/g, "_");
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** For the shop's user only, also where an earlier version left emails that others could read. */
async function openPrivateFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(directory, OWNER_ONLY_FOLDER);
  for (const name of await readdir(directory)) {
    if (name.endsWith(".eml")) await chmod(join(directory, name), OWNER_ONLY_FILE);
  }
}

/** Written under another name, synced and renamed, so that no partial file is visible. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, "wx", OWNER_ONLY_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
