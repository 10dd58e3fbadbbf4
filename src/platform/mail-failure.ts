/** Why a mail server could not be used, in words for the owner. */
export type MailFailure = {
  /** A sentence without full stop, names or secrets. */
  summary: string;
  /** The server's or system's message; null when it adds nothing. */
  detail: string | null;
};

type SmtpError = {
  code?: unknown;
  originalCode?: unknown;
  command?: unknown;
  message?: unknown;
  response?: unknown;
  responseCode?: unknown;
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/;

const OTHER_TLS_MODE =
  "The mail server does not speak TLS as SMTP_URL says: use smtps:// for a port that begins with TLS (465), smtp:// for the others";

const NO_SIGN_IN = "The mail server asks for a user name and password, and SMTP_URL has none";

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The mail server refuses the connection: nothing listens on this port",
  ENOTFOUND: "The mail server's name does not exist",
  EAI_AGAIN: "The mail server's name could not be looked up",
  EHOSTUNREACH: "There is no route to the mail server",
  ENETUNREACH: "There is no route to the mail server",
  ETIMEDOUT: "The mail server did not respond in time",
  EABORT: "The mail server did not respond in time",
  EAUTH: "The mail server refuses the user name or password",
  ENOAUTH: NO_SIGN_IN,
  EDNS: "The mail server's name could not be looked up",
  ETLS: "No encrypted connection to the mail server could be made",
  EREQUIRETLS: "No encrypted connection to the mail server could be made",
  EPROTOCOL: "What listens on this port is not a mail server",
  EMESSAGE: "The mail server refuses the email for now",
  ECONNECTION: "The mail server ended the connection",
  ESOCKET: "The connection to the mail server failed",
};

function summaryOf(error: SmtpError): string {
  const code = String(error.code ?? "");
  const original = String(error.originalCode ?? "");
  const text = `${original} ${String(error.message ?? "")}`;
  if (CERTIFICATE.test(original)) return "The mail server's certificate is not trusted";
  if (/wrong version number|packet length too long|ERR_SSL/i.test(text)) return OTHER_TLS_MODE;
  if (code === "EENVELOPE") {
    if (error.responseCode === 530) return NO_SIGN_IN;
    return String(error.command).startsWith("RCPT")
      ? "The mail server refuses the recipient for now"
      : "The mail server refuses the sender address (MAIL_FROM)";
  }
  return BY_CODE[original] ?? BY_CODE[code] ?? "The email could not be sent";
}

/** Explains an error of nodemailer or of the system behind it. */
export function explainMailFailure(cause: unknown): MailFailure {
  const error: SmtpError = cause instanceof Error ? (cause as SmtpError) : {};
  const { message, response } = error;
  const isSilence = error.code === "ETIMEDOUT" || error.code === "EABORT";
  const text = typeof response === "string" ? response : String(message ?? "");
  return { summary: summaryOf(error), detail: text === "" || isSilence ? null : text };
}

/** The failure in one line. */
export function mailFailureMessage({ summary, detail }: MailFailure): string {
  return detail === null ? summary : `${summary}: ${detail}`;
}

/**
 * The host's message when it refuses the recipient for good: 5xx to the address or because of it (RFC 3463,
 * X.1.X). Null when it refuses the shop (530, 535, X.7.X), which the owner can correct.
 */
export function findRecipientRefusal(cause: unknown): string | null {
  const { response, responseCode, command } = cause as SmtpError;
  if (typeof response !== "string" || typeof responseCode !== "number") return null;
  if (responseCode < 550 || responseCode > 559) return null;
  const isOfAddress = /^\d{3}[ -]5\.1\.\d/.test(response);
  const isOfShop = /^\d{3}[ -]5\.7\.\d|relay/i.test(response);
  const isToAddress = String(command).startsWith("RCPT TO");
  return isOfAddress || (isToAddress && !isOfShop) ? response : null;
}

/** A reply code to the content. */
export function hasReply(cause: unknown): boolean {
  const { responseCode } = cause as SmtpError;
  return typeof responseCode === "number" && responseCode > 0;
}
