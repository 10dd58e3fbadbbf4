import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";

const emptyToUndefined = (value: unknown) => (value === "" ? undefined : value);
const optionalText = z.preprocess(emptyToUndefined, z.string().optional());
/** Former values, comma-separated, newest first. */
const formerSecrets = z
  .string()
  .default("")
  .transform((values) =>
    values
      .split(",")
      .map((value) => value.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.string().min(32, "each value has 32 characters or more; separate them by commas")),
  );
const optionalUrl = z.preprocess(emptyToUndefined, z.url().optional());

/** An address or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** The number of proxies in front, or their addresses and networks. */
const trustedProxies = z.preprocess(
  emptyToUndefined,
  z
    .string()
    .transform((text) =>
      /^\s*\d+\s*$/.test(text) ? Number(text) : text.split(",").map((each) => each.trim()),
    )
    .refine(
      (value) => (typeof value === "number" ? value >= 1 && value <= 10 : value.every(isNetwork)),
      "the number of proxies in front of the shop (1 to 10), or their addresses or networks, parted by commas, such as 10.0.0.0/8",
    )
    .optional(),
);

const SMTP_URL_FORM =
  "smtp://user:password@host:587, or smtps:// for a port that begins with TLS (465); special characters in the user name and password percent-encoded";

const isDecodable = (text: string) => !/%(?![0-9a-f]{2})/i.test(text);

/** Never repeats the value, which holds a password. */
const smtpUrl = z.string().superRefine((text, { addIssue }) => {
  const refuse = (message: string) => addIssue({ code: "custom", message });
  if (!/^smtps?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refuse(SMTP_URL_FORM);
  const { hostname, password, pathname, username } = new URL(text);
  if (hostname === "" || !["", "/"].includes(pathname)) return refuse(SMTP_URL_FORM);
  if (!isDecodable(username) || !isDecodable(password)) {
    refuse("the user name or password has a % that is not percent-encoded (%25)");
  }
});

/** One address, alone or after a name. */
const ADDRESS = String.raw`[^\s,;:<>"()[\]\\@]+@[^\s,;:<>"()[\]\\@]+`;
const SENDER = new RegExp(
  String.raw`^(?:${ADDRESS}|(?:"[^"\r\n]*"|[^"<>,;:@\r\n]*)\s*<${ADDRESS}>)$`,
);

const bucketName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}$/,
    "the name alone, of letters, digits, dots and hyphens",
  );

const storageUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && !/[?#@]/.test(text),
    "http://host:port or https://host",
  );

const environmentSchema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: optionalUrl,
  HSTS_SUBDOMAINS: z.enum(["on", "off"]).default("off"),
  TRUSTED_PROXIES: trustedProxies,
  DATA_DIR: z
    .string()
    .default("data")
    .transform((path) => resolve(path)),
  DATABASE_URL: optionalText,
  S3_BUCKET: z.preprocess(emptyToUndefined, bucketName.optional()),
  S3_REGION: optionalText,
  S3_ENDPOINT: z.preprocess(emptyToUndefined, storageUrl.optional()),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  SMTP_URL: z.preprocess(emptyToUndefined, smtpUrl.optional()),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(20).default(5),
  SMTP_PER_MINUTE: z.preprocess(
    emptyToUndefined,
    z.coerce.number().int().min(1).max(10_000).optional(),
  ),
  MAIL_FROM: z
    .string()
    .regex(SENDER, "one address, such as atelier@shop.example or Shop <atelier@shop.example>")
    .default("Demerara Atelier <atelier@demerara.example>"),
  MAIL_BOUNCE_ADDRESS: z.preprocess(
    emptyToUndefined,
    // The suffix needs 49 of 64 characters (RFC 5321).
    z
      .email()
      .regex(/^[^+@]{1,15}@/, "at most 15 characters before the @, and no + among them")
      .optional(),
  ),
  MAIL_BOUNCE_SECRET: z.preprocess(emptyToUndefined, z.string().min(24).optional()),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_BASE: optionalUrl,
  ADMIN_USERNAME: optionalText,
  ADMIN_PASSWORD: z.preprocess(emptyToUndefined, z.string().min(8).optional()),
  AUTH_SECRET: z.preprocess(emptyToUndefined, z.string().min(32).optional()),
  SETTINGS_KEY: z.preprocess(emptyToUndefined, z.string().min(32).optional()),
  AUTH_SECRET_OLD: formerSecrets,
  SETTINGS_KEY_OLD: formerSecrets,
  MEASUREMENT_KEY: z.preprocess(emptyToUndefined, z.string().min(32).optional()),
  MEASUREMENT_KEY_OLD: formerSecrets,
  BACKUP_DIR: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
  ),
  BACKUP_PASSPHRASE: z.preprocess(
    emptyToUndefined,
    z.string().min(12, "12 characters or more").optional(),
  ),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(366).default(7),
  BACKUP_KEEP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  APPLE_CLIENT_ID: optionalText,
  APPLE_CLIENT_SECRET: optionalText,
  IMPORT_IMAGE_HOSTS: z
    .string()
    .default("")
    .transform((hosts) =>
      hosts
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.hostname("names of hosts, parted by commas"))),
  SEED: z.enum(["demo", "catalogue", "none"]).default("demo"),
  PICTURES: z.enum(["ahead", "when-asked"]).default("ahead"),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
});

export type Env = z.infer<typeof environmentSchema>;

/** URL writes them like this. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

type Contradiction = { isIn(env: Env): boolean; message: string };

const requiredWith = (name: keyof Env, other: keyof Env): Contradiction => ({
  isIn: (env) => env[other] !== undefined && env[name] === undefined,
  message: `${name}: required when ${other} is set`,
});

/** Only the first one is reported. */
const CONTRADICTIONS: readonly Contradiction[] = [
  requiredWith("AUTH_SECRET", "DATABASE_URL"),
  requiredWith("SETTINGS_KEY", "DATABASE_URL"),
  {
    isIn: (env) => env.WEB_CONCURRENCY > 1 && env.DATABASE_URL === undefined,
    message: "WEB_CONCURRENCY: more than one process needs DATABASE_URL",
  },
  requiredWith("S3_BUCKET", "S3_ENDPOINT"),
  {
    isIn: ({ S3_ENDPOINT, S3_BUCKET }) =>
      S3_ENDPOINT !== undefined && new URL(S3_ENDPOINT).pathname.split("/").at(-1) === S3_BUCKET,
    message: "S3_ENDPOINT: without the bucket, which S3_BUCKET names",
  },
  {
    isIn: ({ STRIPE_API_BASE }) =>
      STRIPE_API_BASE !== undefined && !LOOPBACK.has(new URL(STRIPE_API_BASE).hostname),
    message:
      "STRIPE_API_BASE: only for tests, and only an address of this machine: it is told the secret key",
  },
  {
    isIn: ({ STRIPE_SECRET_KEY }) =>
      STRIPE_SECRET_KEY !== undefined && !/^(?:sk|rk)_(?:test|live)_/.test(STRIPE_SECRET_KEY),
    message: "STRIPE_SECRET_KEY: a secret key of Stripe begins with sk_test_ or sk_live_",
  },
  {
    isIn: ({ STRIPE_WEBHOOK_SECRET }) =>
      STRIPE_WEBHOOK_SECRET !== undefined && !STRIPE_WEBHOOK_SECRET.startsWith("whsec_"),
    message: "STRIPE_WEBHOOK_SECRET: the secret of a webhook endpoint of Stripe begins with whsec_",
  },
  {
    isIn: (env) => env.MAIL_BOUNCE_ADDRESS !== undefined && env.MAIL_BOUNCE_SECRET === undefined,
    message:
      "MAIL_BOUNCE_SECRET: required when MAIL_BOUNCE_ADDRESS is set, or nothing that comes back could come in",
  },
  requiredWith("GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"),
  requiredWith("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"),
  requiredWith("APPLE_CLIENT_SECRET", "APPLE_CLIENT_ID"),
  requiredWith("APPLE_CLIENT_ID", "APPLE_CLIENT_SECRET"),
  requiredWith("S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID"),
  requiredWith("S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"),
  {
    isIn: (env) => env.APPLE_CLIENT_ID !== undefined && !env.PUBLIC_URL?.startsWith("https://"),
    message:
      "APPLE_CLIENT_ID: Apple leads back to https addresses only; set PUBLIC_URL to the shop's",
  },
];

/**
 * Parses the environment. Throws AppError('configuration') naming every invalid variable and the reason
 * (docs/operations/install.md).
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = environmentSchema.safeParse(source);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new AppError("configuration", `Environment: ${reasons.join("; ")}`);
  }
  const env = parsed.data;
  const contradiction = CONTRADICTIONS.find(({ isIn }) => isIn(env));
  if (contradiction) throw new AppError("configuration", `Environment: ${contradiction.message}`);
  return env;
}

/** The only reader of process.env. */
export function readEnv(): Env {
  return parseEnv(process.env);
}
