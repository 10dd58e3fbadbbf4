import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { LRUCache } from "lru-cache";
import type { SendMailOptions } from "nodemailer";
import { AppError } from "#core/app-error.ts";
import { isPlainEmail, readEmail } from "#core/email.ts";
import { wrapText } from "#core/wrapped-text.ts";
import type { MailFailure } from "./mail-failure.ts";
import {
  explainMailFailure,
  findRecipientRefusal,
  hasReply,
  mailFailureMessage,
} from "./mail-failure.ts";

/** `id` becomes the Message-ID, to recognise duplicates. */
export type OutgoingMessage = {
  id: string;
  to: string;
  /** Null for the sender. */
  replyTo: string | null;
  /** One-click unsubscribe (RFC 8058); null for emails always sent. */
  unsubscribeUrl: string | null;
  subject: string;
  text: string;
  html: string;
};

/** The address is refused permanently, with the host's message. */
export class RecipientRefused extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("mail", message, options);
    this.name = "RecipientRefused";
  }
}

/** The connection ended before the host confirmed the content: the email may have arrived. */
export class DeliveryUnconfirmed extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("mail", message, options);
    this.name = "DeliveryUnconfirmed";
  }
}

export type Mailer = {
  /**
   * Throws RecipientRefused for a permanent refusal, DeliveryUnconfirmed when the email may have arrived,
   * else AppError('mail'). Over SMTP `handOver` runs once before the end of the content; if it rejects, the
   * email is not completed.
   */
  send(message: OutgoingMessage, handOver: () => Promise<void>): Promise<void>;
  /** Signs in to the mail server, or says why not. Null also for emails stored as files. */
  findFailure(): Promise<MailFailure | null>;
  /** "host:port"; null when emails are stored as files. */
  server: string | null;
  close(): void;
};

type MailerOptions = {
  smtpUrl: string | undefined;
  from: string;
  directory: string;
  /** For an email id; by default the sender. */
  bounceAddressOf?: ((messageId: string) => string) | undefined;
  timeouts?: SmtpTimeouts;
  /** At one time; default 1. */
  connections?: number;
  /** Emails in a minute; without it as many as the host accepts. */
  perMinute?: number | undefined;
};

/** All in milliseconds. */
type SmtpTimeouts = {
  connectionTimeout: number;
  greetingTimeout: number;
  /** Until the content is sent. Safe to repeat. */
  beforeHandover: number;
  /** For the reply to the content. */
  socketTimeout: number;
};

/**
 * A host may take 10 minutes to confirm the content; a client that gives up delivers twice (RFC 5321,
 * 4.5.3.2.6 and 6.1). Together below the queue's expiry (platform/job-queue).
 */
export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  beforeHandover: 120_000,
  socketTimeout: 630_000,
};

/** A connection is replaced after this many emails, and closed when idle before the host does it. */
const POOL = { maxMessages: 100, maxRequeues: 2, idleTimeout: 20_000 } as const;

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
  const to = readEmail(message.to) ?? message.to;
  // A reply address that is invalid, or that a server without SMTPUTF8 refuses (RFC 6531), is left out: the text names
  // the contact.
  const replyTo = readEmail(message.replyTo ?? "");
  const results = replyTo !== null && isPlainEmail(replyTo) ? { replyTo } : {};
  const host = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to,
    ...results,
    subject: message.subject,
    text: wrapText(message.text),
    html: message.html,
    messageId: `<${message.id}@${host}>`,
    ...(bounceAddressOf && { envelope: { from: bounceAddressOf(message.id), to } }),
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message) },
    // Paths and URLs in a body are never opened.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Sends over SMTP; without SMTP_URL writes .eml files. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl
    ? onceEach(createSmtpMailer(options.smtpUrl, options))
    : createFileMailer(options);
}

/** Accepted emails of a day in a busy shop. */
const MAX_REMEMBERED = 10_000;

/**
 * Sends each id once: a repeated job joins the running attempt, and does nothing once the host accepted. A
 * failed attempt may be repeated.
 */
function onceEach(mailer: Mailer): Mailer {
  const sending = new Map<string, Promise<void>>();
  const accepted = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  const send: Mailer["send"] = async (message, handOver) => {
    await mailer.send(message, handOver);
    accepted.set(message.id, true);
  };

  return {
    ...mailer,
    async send(message, handOver) {
      if (accepted.has(message.id)) return;
      const started = sending.get(message.id);
      if (started) return started;
      const attempt = send(message, handOver).finally(() => sending.delete(message.id));
      sending.set(message.id, attempt);
      return attempt;
    },
  };
}

type Library = typeof import("nodemailer");

/** Loaded with the first email: a tenth of the start time. */
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

/** Withholds the end of the content until `handOver` resolved. */
function withholdEnd(handOver: () => Promise<void>): Transform {
  return new Transform({
    transform: (bytes, _encoding, callback) => callback(null, bytes),
    flush(callback) {
      handOver().then(() => callback(), callback);
    },
  });
}

type Held = SendMailOptions & { handOver?: () => Promise<void> };

/** The reason in words, and whether the email may have arrived. */
function smtpError(cause: unknown, isHandedOver: boolean): AppError {
  const refusal = findRecipientRefusal(cause);
  if (refusal !== null) return new RecipientRefused(refusal, { cause });
  const message = mailFailureMessage(explainMailFailure(cause));
  return isHandedOver && !hasReply(cause)
    ? new DeliveryUnconfirmed(`${message}. It had the whole email and did not confirm it`, {
        cause,
      })
    : new AppError("mail", message, { cause });
}

/** The "host:port" of an SMTP_URL. */
export function mailServerOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "smtps:" ? "465" : "587")}`;
}

function createSmtpMailer(url: string, options: MailerOptions): Mailer {
  const { connections = 1, perMinute, timeouts = SMTP_TIMEOUTS } = options;
  const { beforeHandover, ...limits } = timeouts;
  const politeness = perMinute ? { rateDelta: 60_000, rateLimit: perMinute } : {};
  const transport = lazily(({ createTransport }) => {
    const opened = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      ...POOL,
      ...limits,
      ...politeness,
    });
    opened.use("stream", (mail, done) => {
      const { handOver } = mail.data as Held;
      if (handOver) mail.message.transform(() => withholdEnd(handOver));
      done();
    });
    return opened;
  });

  async function sendOver(message: OutgoingMessage, handOver: () => Promise<void>): Promise<void> {
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(), beforeHandover);
    let isHandedOver = false;
    let refused: unknown;
    const mail: Held = {
      ...compose(options, message),
      signal: tooLate.signal,
      async handOver() {
        clearTimeout(timer);
        try {
          // The pool repeats an email only before this.
          if (isHandedOver) throw new AppError("mail", "The email was handed over before");
          await handOver();
          isHandedOver = true;
        } catch (error) {
          refused = error;
          throw new Error("Not completed");
        }
      },
    };
    try {
      await (await transport.open()).sendMail(mail);
    } catch (cause) {
      if (refused instanceof AppError) throw refused;
      if (refused)
        throw new AppError("mail", "The email could not be recorded", { cause: refused });
      throw smtpError(cause, isHandedOver);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    send: sendOver,
    async findFailure() {
      try {
        await (await transport.open()).verify();
        return null;
      } catch (cause) {
        return explainMailFailure(cause);
      }
    },
    server: mailServerOf(url),
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
    findFailure: async () => null,
    server: null,
    close: () => transport.close((opened) => opened.close()),
  };
}

/** Deletes email files before a moment; returns how many. A missing folder is no error. */
export async function deleteEmailFiles(directory: string, before: Date): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const path = join(directory, name);
    // Drafts of killed processes too.
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

/** Makes a folder for the shop's user only, and closes one that earlier versions left open. */
async function openPrivateFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(directory, OWNER_ONLY_FOLDER);
  for (const name of await readdir(directory)) {
    if (name.endsWith(".eml")) await chmod(join(directory, name), OWNER_ONLY_FILE);
  }
}

/** Synced, then renamed, so that no partial file is visible. */
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
