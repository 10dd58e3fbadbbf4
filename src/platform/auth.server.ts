import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { getIP } from "better-auth/api";
import type { BetterAuthOptions } from "better-auth/minimal";
import { betterAuth } from "better-auth/minimal";
import { username } from "better-auth/plugins/username";
import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
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
import type { ProviderEndpoints } from "./social-providers.server.ts";
import { keepStaffApart, socialProviders, withoutTokens } from "./social-providers.server.ts";

/** A link that confirms an email works for three days: it opens nothing, and mail is read when there is time. */
const CONFIRM_LINK_S = 3 * 24 * 60 * 60;

/** Whom a mail about an account goes to. */
export type MailedAccount = { id: string; email: string };

/** The mails about an account, written by whoever composes the shop. */
export type AccountMails = {
  resetPassword(account: MailedAccount, token: string): Promise<void>;
  confirmEmail(account: MailedAccount, token: string): Promise<void>;
  alreadyRegistered(account: MailedAccount): Promise<void>;
  passwordChanged(account: MailedAccount): Promise<void>;
  providerJoined(account: MailedAccount, provider: SocialProvider): Promise<void>;
};

/** What becomes of a password that was forgotten and of an address that signs up, by mail; nothing without mails. */
function mailOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendResetPassword: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.resetPassword(user, token),
    onExistingUserSignUp: ({ user }: { user: MailedAccount }) => mails.alreadyRegistered(user),
    onPasswordReset: ({ user }: { user: MailedAccount }) => mails.passwordChanged(user),
  };
}

/** How a new account is asked whether its address is its owner's; not at all without mails. */
function confirmationOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendOnSignUp: true,
    expiresIn: CONFIRM_LINK_S,
    sendVerificationEmail: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.confirmEmail(user, token),
  };
}

/** Tells the owner of an account that was there before that a provider opens it from now on; a new account needs no such word. */
function notifyProviderJoined(db: Database, mails: AccountMails | undefined) {
  return async ({ userId, providerId }: { userId: string; providerId: string }) => {
    if (!mails || !isSocialProvider(providerId)) return;
    const ways = await db.$count(authAccounts, eq(authAccounts.userId, userId));
    if (ways < 2) return;
    const [account] = await db
      .select({ id: profiles.id, email: profiles.email })
      .from(profiles)
      .where(eq(profiles.id, userId));
    if (account) await mails.providerJoined(account, providerId);
  };
}

/** Five tries, then a minute's rest (design: slow guessing down, never lock the owner out for long). */
const GUESS_LIMIT = { window: 60, max: 5 };

/** Sign-ins by email from one address: guesses at one account are counted far below it, and a phone network is one address to us. */
const FAMILY_LIMIT = { window: 60, max: 30 };

/** Accounts made from one address. */
const SIGN_UP_LIMIT = { window: 60, max: 10 };

/** Tries of a reset link from one address. The longest window here is how long any counter is kept. */
const RESET_LIMIT = { window: 60 * 60, max: 60 };

/** Counted in the database, so that every process counts together. */
const RATE_LIMIT = {
  enabled: true,
  storage: "database" as const,
  window: 60,
  max: 120,
  // The first that fits counts.
  customRules: {
    "/sign-in/email": FAMILY_LIMIT,
    // Leads to a provider, where nothing of ours can be guessed.
    "/sign-in/social": FAMILY_LIMIT,
    "/sign-in/*": GUESS_LIMIT,
    "/sign-up/*": SIGN_UP_LIMIT,
    "/reset-password": RESET_LIMIT,
  },
};

/** An admin's session ends so long after sign-in, used or not (specification 9). */
export const ADMIN_SESSION_S = 24 * 60 * 60;

/** A customer's session ends so long after their last visit: a piece made to measure takes weeks, and they come back to look. */
export const CUSTOMER_SESSION_S = 30 * 24 * 60 * 60;

/** A customer's session is prolonged at most so often. */
export const PROLONGED_EVERY_S = 24 * 60 * 60;

/** A link to a new password works for an hour. */
export const RESET_LINK_S = 60 * 60;

/** How long somebody may stay at Google's or Apple's before coming back. */
export const PROVIDER_VISIT_S = 10 * 60;

/** Where better-auth believes to be mounted; nothing outside reaches it but through the shop's own routes. */
const BASE_PATH = "/api/auth";

/** The header in which the host tells who connected; the host overwrites whatever a client sent under this name. */
export const CLIENT_IP_HEADER = "x-client-address";

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
  /** Left out where no mail is ever written, as in a command of the owner's. */
  mails?: AccountMails;
  /** Where Google and Apple are asked; left out but in tests. */
  providerEndpoints?: Record<SocialProvider, ProviderEndpoints>;
  /** How passwords are kept; left out but in tests, because better-auth's own way is slow on purpose. */
  passwords?: NonNullable<BetterAuthOptions["emailAndPassword"]>["password"];
};

/** An admin's session is a day long from the start, by whichever form they signed in. */
function endAdminSessionsInADay(db: Database) {
  return async (session: { userId: string; expiresAt: Date }) => {
    const [account] = await db
      .select({ role: profiles.role })
      .from(profiles)
      .where(eq(profiles.id, session.userId));
    if (account?.role !== "admin") return;
    return { data: { ...session, expiresAt: new Date(Date.now() + ADMIN_SESSION_S * 1000) } };
  };
}

/** What an account knows beyond what the library asks for. */
const PROFILE_FIELDS = {
  firstName: { type: "string", required: false, defaultValue: "" },
  lastName: { type: "string", required: false, defaultValue: "" },
  // Never set by a request: sign-up makes customers, and only the shop's own code makes an admin.
  role: { type: "string", required: false, defaultValue: "customer", input: false },
} as const;

/** Whoever made an account with somebody else's address must not find its owner in it: both sides have to have confirmed it. */
const JOINING = {
  updateAccountOnSignIn: false,
  accountLinking: { trustedProviders: [], requireLocalEmailVerified: true },
};

/** The accounts and sessions of the shop on its own tables (decision D1); one for the whole process. */
export function createAuth(options: AuthOptions) {
  const { db, env, secret, publicUrl, logger, mails } = options;
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
      // Without a session at once the answer to a new and to a known address is the same.
      autoSignIn: false,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      revokeSessionsOnPasswordReset: true,
      password: options.passwords,
      ...mailOptions(mails),
    },
    emailVerification: confirmationOptions(mails),
    // Whoever reads the table learns no link.
    verification: { storeIdentifier: "hashed" },
    account: JOINING,
    user: {
      validateUserInfo: keepStaffApart(db),
      additionalFields: PROFILE_FIELDS,
    },
    session: { expiresIn: CUSTOMER_SESSION_S, updateAge: PROLONGED_EVERY_S },
    databaseHooks: {
      session: { create: { before: endAdminSessionsInADay(db) } },
      account: { create: { before: withoutTokens, after: notifyProviderJoined(db, mails) } },
    },
    plugins: [
      socialProviders(env, options.providerEndpoints),
      username({
        minUsernameLength: 3,
        maxUsernameLength: 60,
        usernameValidator: (name) => USERNAME_PATTERN.test(name),
      }),
    ],
    rateLimit: RATE_LIMIT,
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
      // As long as the library waits for somebody who is at the provider's.
      cookies: { state: { attributes: { maxAge: PROVIDER_VISIT_S } } },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
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
  CLIENT_IP_HEADER,
];

function forwardedHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** The browser's way back from a provider as better-auth's handler knows it: that path, with the provider's answer. */
export function callbackRequest(request: Request, provider: SocialProvider): Request {
  const url = new URL(`${BASE_PATH}/callback/${provider}`, request.url);
  url.search = new URL(request.url).search;
  return new Request(url, { headers: forwardedHeaders(request) });
}

/**
 * A request of the browser turned into one to better-auth's own handler, so that its rate limit and its origin check
 * judge the very browser that asked: the same host, origin, cookies and address.
 */
export function authRequest(request: Request, path: string, body: unknown): Request {
  const headers = forwardedHeaders(request);
  headers.set("content-type", "application/json");
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

/** Session cookies that the browser keeps for so long; those that clear one stay as they are. */
export function lastingCookies(cookies: readonly string[], lifetimeS: number): string[] {
  return cookies.map((cookie) => cookie.replace(/Max-Age=[1-9]\d*/i, `Max-Age=${lifetimeS}`));
}
