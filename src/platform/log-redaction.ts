/** Longer details are cut. */
const MAX_DEPTH = 6;
const MAX_ITEMS = 20;
const MAX_TEXT = 4_000;

const HIDDEN = "[hidden]";

/** Fields whose values are personal or secret, however they are spelled. */
const PERSONAL_FIELD =
  /^(?:.*e?mails?|recipients?|to|reply_?to|(?:(?:full|first|last|customer|buyer|display|user)_?)?name|phone\w*|(?:shipping|billing|postal)?_?address(?:es)?|line_?[12]|street|city|postal_?code|.*password|.*token|.*secret|cookies?|authorization|headers|params|parameters|detail|where|hint|user_?agent|client_?ip|ip_?address|body|payload|query|profile|measurements|measures|readings)$/i;

const PATH_FIELD = /^(?:path|pathname|url|href)$/i;

/** An email address, also without its local part; `/@scope/name` of a module is none. */
const EMAIL =
  /[^\s"<>()[\]\\,;:/@]+(?:@|%40)[^\s"<>()[\]\\,;:/]+|(?:@|%40)[^\s"<>()[\]\\,;:/]*\.[^\s"<>()[\]\\,;:/]+/gi;
/** The query of a URL or path, which may name a person or open an account. */
const QUERY = /([/\w])\?[^\s"'<>]*=[^\s"'<>]*/g;

/** A part of a path that may be a secret; a segment can have several, such as a garment's link, or one with `.data` behind it. */
const LONG_PART = /[\w-]{20,}/g;

/** A part that is a secret: no id and no readable name, nor the 32 digits by which a private page shows its link (ADR 0066). */
const isSecret = (part: string): boolean =>
  /[0-9a-f]{33,}/i.test(part) || (/\d/.test(part) && /[A-Z]/.test(part));

/** Text without emails and URL queries. */
export function redactText(text: string): string {
  return text.slice(0, MAX_TEXT).replace(QUERY, "$1?").replace(EMAIL, "[email]");
}

/** A path without its query, emails and link secrets. */
function redactPath(path: string): string {
  const [pathname = ""] = path.split("?");
  return redactText(pathname.replace(LONG_PART, (part) => (isSecret(part) ? HIDDEN : part)));
}

type ErrorFields = Readonly<Record<string, unknown>>;

/** Technical fields of Postgres, Node, SMTP and Stripe errors. Others may hold personal values. */
const ERROR_FIELDS = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "dataType",
  "routine",
  "errno",
  "syscall",
  "port",
  "status",
  "statusCode",
  "responseCode",
  "trouble",
  "requestId",
  "decline_code",
  "rawType",
  "digest",
] as const;

/** Postgres' classes whose messages never quote values (its manual, appendix A). */
const WITHOUT_VALUES = /^(?:08|23|25|26|28|3D|40|42|53|54|55|57|58|XX)/;

const STRING_LITERAL = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g;

/** Drizzle's statement, without parameters and literals. */
function statementOf(message: string): string {
  const [statement = ""] = message.split("\nparams:");
  return statement.replace(STRING_LITERAL, "'?'");
}

/** The reply's numbers and the verb: its text repeats the address. */
function smtpMessage({ responseCode, response, command, code }: ErrorFields): string {
  const extended = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(response ?? ""))?.[0];
  const verb = /^[A-Z]+(?: (?:TO|FROM))?/.exec(String(command ?? ""))?.[0];
  return ["SMTP", responseCode ?? code, extended, verb].filter(Boolean).join(" ");
}

const isSmtp = (fields: ErrorFields) => "responseCode" in fields || "command" in fields;

/** What failed, without the values that it failed on. */
export function safeMessage(error: Error): string {
  const fields = error as unknown as ErrorFields;
  const { message, name, cause } = error;
  if (message.startsWith("Failed query:")) return redactText(statementOf(message));
  if ("severity" in fields && typeof fields.code === "string") {
    const isSafe = WITHOUT_VALUES.test(fields.code);
    return isSafe ? redactText(message) : `Postgres refused a value (${fields.code.slice(0, 5)})`;
  }
  if (isSmtp(fields)) return smtpMessage(fields);
  // A mail failure repeats the message of its cause.
  if (fields.code === "mail" && cause instanceof Error) return safeMessage(cause);
  if (Array.isArray(fields.issues)) return `${fields.issues.length} values are not valid`;
  // JSON.parse quotes what it could not read.
  if (name === "SyntaxError") return redactText(message.replace(/["'`][\s\S]*["'`]/, HIDDEN));
  return redactText(message);
}

/** The frames alone: a stack begins with the message. */
function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message);
  const rest = message !== "" && start >= 0 ? stack.slice(start + message.length) : stack;
  const frames = rest.split("\n").filter((line) => /^\s+at /.test(line));
  return redactText(frames.join("\n"));
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const fields = error as unknown as ErrorFields;
  const known: Record<string, string | number> = {};
  for (const field of ERROR_FIELDS) {
    const value = fields[field];
    if (typeof value === "number") known[field] = value;
    if (typeof value === "string") known[field] = redactText(value);
  }
  const { cause } = error;
  const errors = error instanceof AggregateError ? error.errors : undefined;
  return {
    type: error.constructor.name,
    message: safeMessage(error),
    ...known,
    stack: framesOf(error),
    ...(cause instanceof Error && { cause: redactValue(cause, depth + 1) }),
    ...(errors && { errors: redactValue(errors, depth + 1) }),
  };
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth > MAX_DEPTH) return HIDDEN;
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((each) => redactValue(each, depth + 1));
  }
  return redactFields(value, depth);
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === "number" || typeof value === "boolean") return [name, value];
      if (PERSONAL_FIELD.test(name) && value !== null && value !== undefined) return [name, HIDDEN];
      if (typeof value === "string" && PATH_FIELD.test(name)) return [name, redactPath(value)];
      return [redactText(name), redactValue(value, depth + 1)];
    }),
  );
}

/**
 * A log line's details without personal data: errors as technical fields, personal fields hidden by name,
 * texts without emails, paths without queries and link secrets. Never throws for plain data and errors.
 */
export function redactDetails(details: object): Record<string, unknown> {
  return redactFields(details, 0);
}
