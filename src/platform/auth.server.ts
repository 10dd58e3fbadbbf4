import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint, createEmailVerificationToken, getIP } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString, symmetricEncrypt } from "better-auth/crypto";
import type { BetterAuthOptions } from "better-auth/minimal";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { username } from "better-auth/plugins/username";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#core/ids.ts";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import { SESSION_LIFE, secondsOf } from "#core/session-limits.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import {
  authAccounts,
  profiles,
  rateLimits,
  sessions,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { emailsForLibrary, withStoredEmails } from "./auth-emails.server.ts";
import { RATE_LIMIT } from "./auth-limits.server.ts";
import { secretOptions } from "./auth-rotation.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./logger.server.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "./recovery-codes.server.ts";
import type { ProviderEndpoints } from "./social-providers.server.ts";
import { keepStaffApart, socialProviders, withoutTokens } from "./social-providers.server.ts";

/** Long, because the link only confirms an email. */
const CONFIRM_LINK_S = 3 * 24 * 60 * 60;

export type MailedAccount = { id: string; email: string };

export type AccountMails = {
  resetPassword(account: MailedAccount, token: string): Promise<void>;
  confirmEmail(account: MailedAccount, token: string): Promise<void>;
  alreadyRegistered(account: MailedAccount): Promise<void>;
  passwordChanged(account: MailedAccount): Promise<void>;
  providerJoined(account: MailedAccount, provider: SocialProvider): Promise<void>;
};

/** Emails for forgotten passwords and sign-ups; off without `mails`. */
function mailOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendResetPassword: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.resetPassword(user, token),
    onExistingUserSignUp: ({ user }: { user: MailedAccount }) => mails.alreadyRegistered(user),
    onPasswordReset: ({ user }: { user: MailedAccount }) => mails.passwordChanged(user),
  };
}

/** Confirms a new account's email; off without `mails`. */
function confirmationOptions(mails: AccountMails | undefined) {
  if (!mails) return {};
  return {
    sendOnSignUp: true,
    expiresIn: CONFIRM_LINK_S,
    sendVerificationEmail: ({ user, token }: { user: MailedAccount; token: string }) =>
      mails.confirmEmail(user, token),
  };
}

/** Only for accounts that exist already. */
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

/** Counted from sign-in, used or not (specification 9). */
export const ADMIN_SESSION_S = secondsOf(SESSION_LIFE.admin);

/** From the last visit: the longest idle limit that the owner can choose. */
export const CUSTOMER_SESSION_S = secondsOf("30 days");

/** The lifetime of an unused session, by whose it is. */
export const sessionLifetimeS = (role: "customer" | "admin"): number =>
  role === "admin" ? ADMIN_SESSION_S : CUSTOMER_SESSION_S;

/** The shortest time between two extensions. */
export const PROLONGED_EVERY_S = 24 * 60 * 60;

export const RESET_LINK_S = 60 * 60;

/** Time to return from Google or Apple. */
export const PROVIDER_VISIT_S = 10 * 60;

/** better-auth's assumed mount. Only the shop's routes lead there. */
const BASE_PATH = "/api/auth";

/** The host sets this header and overwrites a client's. */
export const CLIENT_IP_HEADER = "x-client-address";

export const USERNAME_PATTERN = /^[a-zA-Z0-9._@+-]{3,60}$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The request's origin, on loopback or while no public URL is configured. */
function ownOrigins(request: Request | undefined, env: Env): string[] {
  if (!request) return [];
  const { hostname, host } = new URL(request.url);
  if (env.PUBLIC_URL && !LOOPBACK.test(hostname)) return [];
  return [`http://${host}`, `https://${host}`];
}

type AuthOptions = {
  db: Database;
  env: Env;
  /** Shown in authenticator apps. */
  issuer?: string;
  /** At least 32 characters; signs the session cookies. */
  secret: string;
  /** Accepted, but never used to sign or encrypt. */
  oldSecrets?: readonly string[];
  /** Without a trailing slash. */
  publicUrl: string;
  logger?: Logger;
  /** Absent in commands, which send no email. */
  mails?: AccountMails;
  /** Follows each confirmation by a provider; must not throw. */
  onEmailConfirmed?: (account: { userId: string }) => Promise<void>;
  /** For tests only. */
  providerEndpoints?: Record<SocialProvider, ProviderEndpoints>;
  /** For tests only: better-auth's hash is slow on purpose. */
  passwords?: NonNullable<BetterAuthOptions["emailAndPassword"]>["password"];
};

/** Applies to each kind of sign-in. */
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

/** Off without `onEmailConfirmed`. An account of Google or Apple is created with its email confirmed. */
function confirmedHooks(onEmailConfirmed: AuthOptions["onEmailConfirmed"]) {
  if (!onEmailConfirmed) return {};
  const after = async (account: { id: string; emailVerified: boolean } | null) => {
    if (account?.emailVerified) await onEmailConfirmed({ userId: account.id });
  };
  return { user: { create: { after }, update: { after } } };
}

const PROFILE_FIELDS = {
  firstName: { type: "string", required: false, defaultValue: "" },
  lastName: { type: "string", required: false, defaultValue: "" },
  // Never set by a request: sign-up creates customers only.
  role: { type: "string", required: false, defaultValue: "customer", input: false },
} as const;

/**
 * Both sides must have confirmed the email; otherwise an account made with another's email would receive its
 * owner.
 */
const JOINING = {
  updateAccountOnSignIn: false,
  accountLinking: { trustedProviders: [], requireLocalEmailVerified: true },
};

/**
 * What the shop asks the library for: a session for a verified passkey, with the library's cookies, the account whose code is
 * awaited after the password, and another link that confirms an email. No URL leads here.
 */
function serverEndpoints(mails: AccountMails | undefined) {
  return {
    id: "server-endpoints",
    endpoints: {
      findAwaitedAccount: createAuthEndpoint(
        "/awaited-account",
        { method: "GET", metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { name } = ctx.context.createAuthCookie("two_factor");
          const signed = await ctx.getSignedCookie(name, ctx.context.secret);
          const awaited = signed
            ? await ctx.context.internalAdapter.findVerificationValue(signed)
            : null;
          return ctx.json({ userId: awaited?.value ?? null });
        },
      ),
      mailConfirmation: createAuthEndpoint(
        "/confirmation-mail",
        {
          method: "POST",
          body: z.object({ userId: z.string() }),
          metadata: { SERVER_ONLY: true },
        },
        async (ctx) => {
          const { internalAdapter, secret } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          if (!user || !mails) return ctx.json({ mailed: false });
          const { email } = user;
          const token = await createEmailVerificationToken(
            secret,
            email,
            undefined,
            CONFIRM_LINK_S,
          );
          await mails.confirmEmail(user, token);
          return ctx.json({ mailed: true });
        },
      ),
      openVerifiedSession: createAuthEndpoint(
        "/verified-session",
        {
          method: "POST",
          body: z.object({ userId: z.string() }),
          metadata: { SERVER_ONLY: true },
        },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          if (!user) return ctx.json({ opened: false });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ opened: true });
        },
      ),
    },
  };
}

/** Recovery codes as the library stores them; only their hashes, so that nobody reads them later. */
export async function sealRecoveryCodes(auth: Auth, codes: readonly string[]): Promise<string> {
  const { secretConfig } = await auth.$context;
  const hashes = await Promise.all(codes.map(hashRecoveryCode));
  return symmetricEncrypt({ key: secretConfig, data: JSON.stringify(hashes) });
}

/**
 * New recovery codes and the row in which the library looks them up. Its secret belongs to no app until one
 * is set up.
 */
export async function makeRecoveryCodes(auth: Auth) {
  const { secretConfig } = await auth.$context;
  const codes = generateRecoveryCodes();
  const [secret, backupCodes] = await Promise.all([
    symmetricEncrypt({ key: secretConfig, data: generateRandomString(32) }),
    sealRecoveryCodes(auth, codes),
  ]);
  return { codes, row: { secret, backupCodes, verified: false } };
}

/** The way back from a provider, which opens a session like the sign-ins by password that the library asks at itself. */
const PROVIDER_DOOR = "/callback/:id";

/**
 * Second factors of staff and customers. Accounts of Google or Apple alone have no password to ask for; the shop asks for a recent
 * sign-in instead. The factor is asked for after a sign-in by a provider too (ADR 0064).
 */
function secondFactors(issuer = "Atelier admin") {
  const plugin = twoFactor({ issuer, allowPasswordless: true });
  const after = plugin.hooks.after.map(({ handler, matcher }) => ({
    handler,
    matcher: (context: Parameters<typeof matcher>[0]) =>
      context.path === PROVIDER_DOOR || matcher(context),
  }));
  return { ...plugin, hooks: { after } };
}

function usernames() {
  return username({
    minUsernameLength: 3,
    maxUsernameLength: 60,
    usernameValidator: (name) => USERNAME_PATTERN.test(name),
  });
}

/** The shop's accounts and sessions (decision D1); one per process. */
export function createAuth(options: AuthOptions) {
  const { db, env, secret, oldSecrets = [], publicUrl, logger, mails } = options;
  const isSecure = publicUrl.startsWith("https://");
  return betterAuth({
    baseURL: publicUrl,
    basePath: BASE_PATH,
    ...secretOptions(secret, oldSecrets),
    database: withStoredEmails(
      drizzleAdapter(db, {
        provider: "pg",
        schema: {
          user: profiles,
          session: sessions,
          account: authAccounts,
          verification: verifications,
          rateLimit: rateLimits,
          twoFactor: twoFactors,
        },
      }),
    ),
    trustedOrigins: (request) => ownOrigins(request, env),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      // Signing in at once would reveal whether the email was new.
      autoSignIn: false,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      revokeSessionsOnPasswordReset: true,
      password: options.passwords,
      ...mailOptions(mails),
    },
    emailVerification: confirmationOptions(mails),
    // The table reveals no link.
    verification: { storeIdentifier: "hashed" },
    account: JOINING,
    user: {
      validateUserInfo: keepStaffApart(db),
      additionalFields: PROFILE_FIELDS,
    },
    session: { expiresIn: CUSTOMER_SESSION_S, updateAge: PROLONGED_EVERY_S },
    databaseHooks: {
      ...confirmedHooks(options.onEmailConfirmed),
      session: { create: { before: endAdminSessionsInADay(db) } },
      account: { create: { before: withoutTokens, after: notifyProviderJoined(db, mails) } },
    },
    plugins: [
      socialProviders(env, options.providerEndpoints),
      secondFactors(options.issuer),
      serverEndpoints(mails),
      emailsForLibrary(),
      usernames(),
    ],
    rateLimit: RATE_LIMIT,
    telemetry: { enabled: false },
    logger: {
      disabled: !logger,
      level: "error",
      log: (level, message, ...details) => logger?.[level]({ details }, `auth: ${message}`),
    },
    advanced: {
      // With `__Host-` no other host, nor a page over http, can set them. The library's own prefix, `__Secure-`, allows subdomains to.
      cookiePrefix: isSecure ? "__Host-da" : "da",
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      // As long as the library waits for the provider.
      cookies: { state: { attributes: { maxAge: PROVIDER_VISIT_S } } },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      // Explicit: the library disables both in tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  });
}

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

export function callbackRequest(request: Request, provider: SocialProvider): Request {
  const url = new URL(`${BASE_PATH}/callback/${provider}`, request.url);
  url.search = new URL(request.url).search;
  return new Request(url, { headers: forwardedHeaders(request) });
}

/**
 * A browser's request for better-auth, with host, origin, cookies and IP, so that its rate limit and origin
 * check apply.
 */
export function authRequest(request: Request, path: string, body: unknown): Request {
  const headers = forwardedHeaders(request);
  headers.set("content-type", "application/json");
  // better-auth checks the origin of a sign-in by username only with a cookie.
  if (!headers.has("cookie")) headers.set("cookie", "none=1");
  return new Request(new URL(BASE_PATH + path, request.url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}

/** The request as of a browser that is not signed in; the cookie of a sign-in that waits for its second step stays. */
export function withoutSession(request: Request): Request {
  const headers = forwardedHeaders(request);
  const cookies = headers.get("cookie")?.split(/;\s*/) ?? [];
  const others = cookies.filter((pair) => !/^[^=]*session_(?:token|data)=/.test(pair));
  if (others.length === 0) headers.delete("cookie");
  else headers.set("cookie", others.join("; "));
  return new Request(request.url, { headers });
}

/** better-auth counts a browser's requests to a path under it. */
export function rateLimitKey(auth: Auth, request: Request, path: string): string {
  return `${getIP(request, auth.options) ?? "no-trusted-ip"}|${path}`;
}

/** Gives session cookies this lifetime in seconds; clearing cookies stay. */
export function lastingCookies(cookies: readonly string[], lifetimeS: number): string[] {
  return cookies.map((cookie) => cookie.replace(/Max-Age=[1-9]\d*/i, `Max-Age=${lifetimeS}`));
}
