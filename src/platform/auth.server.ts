import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { getIP } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { username } from "better-auth/plugins/username";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import {
  authAccounts,
  profiles,
  rateLimits,
  sessions,
  verifications,
} from "#db/schema/identity.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./logger.server.ts";

/** A session ends so long after sign-in, used or not (specification 9). */
export const SESSION_LIFETIME_S = 24 * 60 * 60;

/** Where better-auth believes to be mounted; nothing outside reaches it but through the shop's own routes. */
const BASE_PATH = "/api/auth";

/** The header in which the host tells who connected; the host overwrites whatever a client sent under this name. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Five tries, then a minute's rest (design: slow guessing down, never lock the owner out for long). */
const GUESS_LIMIT = { window: 60, max: 5 };

/** How long a password is, in characters; the longest keeps hashing from being a way to tire the shop. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** What a username may look like: letters, digits and . _ - @ +, 3 to 60 of them. */
export const USERNAME_PATTERN = /^[a-zA-Z0-9._@+-]{3,60}$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The request's own address as an origin, where it may be trusted beside the public one: on this machine, and everywhere
 * while the owner has not said what the public address is.
 */
function ownOrigins(request: Request | undefined, env: Env): string[] {
  if (!request) return [];
  const { hostname, host } = new URL(request.url);
  if (env.PUBLIC_URL && !LOOPBACK.test(hostname)) return [];
  return [`http://${host}`, `https://${host}`];
}

type AuthOptions = {
  db: Database;
  env: Env;
  /** At least 32 characters; signs the session cookies. */
  secret: string;
  /** The shop's address without a trailing slash. */
  publicUrl: string;
  logger?: Logger;
};

/** The accounts and sessions of the shop on its own tables (decision D1); one for the whole process. */
export function createAuth({ db, env, secret, publicUrl, logger }: AuthOptions) {
  return betterAuth({
    baseURL: publicUrl,
    basePath: BASE_PATH,
    secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: {
        user: profiles,
        session: sessions,
        account: authAccounts,
        verification: verifications,
        rateLimit: rateLimits,
      },
    }),
    trustedOrigins: (request) => ownOrigins(request, env),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    user: {
      additionalFields: {
        firstName: { type: "string", required: false, defaultValue: "" },
        lastName: { type: "string", required: false, defaultValue: "" },
        // Never set by a request: sign-up makes customers, and only the shop's own code makes an admin.
        role: { type: "string", required: false, defaultValue: "customer", input: false },
      },
    },
    session: { expiresIn: SESSION_LIFETIME_S, disableSessionRefresh: true },
    plugins: [
      username({
        minUsernameLength: 3,
        maxUsernameLength: 60,
        usernameValidator: (name) => USERNAME_PATTERN.test(name),
      }),
    ],
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 120,
      customRules: { "/sign-in/*": GUESS_LIMIT, "/sign-up/*": GUESS_LIMIT },
    },
    telemetry: { enabled: false },
    logger: {
      disabled: !logger,
      level: "error",
      log: (level, message, ...details) => logger?.[level]({ details }, `auth: ${message}`),
    },
    advanced: {
      cookiePrefix: "da",
      useSecureCookies: publicUrl.startsWith("https://"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright because the library switches both checks off when it believes that it is under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  });
}

/** The shop's accounts and sessions. */
export type Auth = ReturnType<typeof createAuth>;

const FORWARDED = [
  "cookie",
  "origin",
  "referer",
  "user-agent",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-fetch-dest",
  CLIENT_ADDRESS_HEADER,
];

/**
 * A request of the browser turned into one to better-auth's own handler, so that its rate limit and its origin check
 * judge the very browser that asked: the same host, origin, cookies and address.
 */
export function authRequest(request: Request, path: string, body: unknown): Request {
  const headers = new Headers({ "content-type": "application/json" });
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Signing in by username checks the origin only of requests that bring a cookie; every form here has to come from the shop.
  if (!headers.has("cookie")) headers.set("cookie", "none=1");
  return new Request(new URL(BASE_PATH + path, request.url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}

/** The key under which better-auth counts a browser's requests to a path. */
export function rateLimitKey(auth: Auth, request: Request, path: string): string {
  return `${getIP(request, auth.options) ?? "no-trusted-ip"}|${path}`;
}
