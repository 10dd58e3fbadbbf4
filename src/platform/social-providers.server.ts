import type { BetterAuthPlugin } from "better-auth";
import { validateAuthorizationCode, validateToken } from "better-auth/oauth2";
import { apple, google } from "better-auth/social-providers";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { emailAsStored, emailProblem } from "#core/email.ts";
import { MAX_NAME_LENGTH } from "#core/name-length.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { SOCIAL_PROVIDERS } from "#core/social-provider.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Env } from "./env.server.ts";

/** `issuer` is of the provider's tokens. */
export type ProviderEndpoints = {
  authorize: string;
  token: string;
  keys: string;
  issuer: string[];
};

/** accounts.google.com and appleid.apple.com, .well-known/openid-configuration. */
const ENDPOINTS: Record<SocialProvider, ProviderEndpoints> = {
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
    issuer: ["https://accounts.google.com", "accounts.google.com"],
  },
  apple: {
    authorize: "https://appleid.apple.com/auth/authorize",
    token: "https://appleid.apple.com/auth/token",
    keys: "https://appleid.apple.com/auth/keys",
    issuer: ["https://appleid.apple.com"],
  },
};

type Credentials = { clientId: string; clientSecret: string };

/** Apple's secret lasts half a year; an expired one hides the provider. */
function isExpired(token: string, now: Date): boolean {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims.exp === "number" && claims.exp * 1000 <= now.getTime();
  } catch {
    return false;
  }
}

function credentialsOf(env: Env, provider: SocialProvider): Credentials | null {
  const [clientId, clientSecret] =
    provider === "google"
      ? [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET]
      : [env.APPLE_CLIENT_ID, env.APPLE_CLIENT_SECRET];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Providers with credentials valid now. */
export function configuredProviders(env: Env, now: Date): SocialProvider[] {
  return SOCIAL_PROVIDERS.filter((provider) => {
    const credentials = credentialsOf(env, provider);
    return credentials !== null && !isExpired(credentials.clientSecret, now);
  });
}

/** Sign-in forms redirect to these origins. */
export function providerOrigins(env: Env): string[] {
  return SOCIAL_PROVIDERS.filter((provider) => credentialsOf(env, provider)).map(
    (provider) => new URL(ENDPOINTS[provider].authorize).origin,
  );
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  nonce: z.string().min(1),
  email: z.string().optional(),
  // Apple has sent both.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
});

/** Apple posts the user's choice at the first sign-in: untrusted. */
const postedNameSchema = z
  .object({ firstName: z.string().catch(""), lastName: z.string().catch("") })
  .catch({ firstName: "", lastName: "" });

const nameOf = (text: string | undefined) =>
  [...tidyLine(text ?? "").replace(/[^\P{C}\u200C\u200D]/gu, "")]
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .trim();

type OAuthProvider = ReturnType<typeof google> | ReturnType<typeof apple>;
type ReceivedTokens = { idToken?: string; expectedIdTokenNonce?: string; user?: unknown };

/**
 * The library trusts the token endpoint; this checks signature, issuer, audience, time and nonce (OpenID
 * Connect Core 3.1.3.7). Unconfirmed emails are dropped.
 */
async function readIdentity(tokens: ReceivedTokens, clientId: string, from: ProviderEndpoints) {
  const { idToken, expectedIdTokenNonce } = tokens;
  if (!idToken || !expectedIdTokenNonce) return null;
  const { payload } = await validateToken(idToken, from.keys, {
    audience: clientId,
    issuer: from.issuer,
  });
  const claims = claimsSchema.parse(payload);
  if (claims.nonce !== expectedIdTokenNonce) return null;
  const posted = postedNameSchema.parse((tokens.user as { name?: unknown } | undefined)?.name);
  const firstName = nameOf(claims.given_name ?? posted.firstName);
  const lastName = nameOf(claims.family_name ?? posted.lastName);
  const emailVerified = String(claims.email_verified) === "true";
  const isWritable = emailVerified && emailProblem(claims.email ?? "") === null;
  const email = isWritable ? emailAsStored(claims.email ?? "") : undefined;
  const user = { name: `${firstName} ${lastName}`.trim(), firstName, lastName, email };
  return { user: { ...user, emailVerified }, data: { sub: claims.sub } };
}

function strictProvider(provider: SocialProvider, credentials: Credentials, at: ProviderEndpoints) {
  // Devices are shared.
  const prompt = "select_account" as const;
  const options = { ...credentials, authorizationEndpoint: at.authorize, prompt };
  const library: OAuthProvider = provider === "google" ? google(options) : apple(options);
  return {
    id: library.id,
    name: library.name,
    options: { disableIdTokenSignIn: true },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: object }) =>
      z.object({ sub: z.string() }).parse(profile).sub,
    async createAuthorizationURL(
      data: Parameters<OAuthProvider["createAuthorizationURL"]>[0] & { idTokenNonce?: string },
    ) {
      const url = await library.createAuthorizationURL(data);
      if (data.idTokenNonce) url.searchParams.set("nonce", data.idTokenNonce);
      return url;
    },
    validateAuthorizationCode: (data: {
      code: string;
      redirectURI: string;
      codeVerifier?: string | undefined;
    }) => validateAuthorizationCode({ ...data, options: credentials, tokenEndpoint: at.token }),
    getUserInfo: (tokens: ReceivedTokens) => readIdentity(tokens, credentials.clientId, at),
  };
}

export const STAFF_REFUSED = "staff";

/** Admins cannot sign in by a provider. */
export function keepStaffApart(db: Database) {
  return async (data: {
    user: Record<string, unknown>;
    source: { method: string; action: string };
  }) => {
    const { user, source } = data;
    if (source.method !== "oauth" || source.action === "create-user") return;
    const [account] = await db
      .select({ role: profiles.role })
      .from(profiles)
      .where(eq(profiles.id, String(user.id)));
    if (account?.role !== "customer") return { error: STAFF_REFUSED };
  };
}

/** The shop needs no access to a customer's provider account. */
export const withoutTokens = async (account: object) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** The configured Google and Apple sign-ins with token checks. Only tests pass `endpoints`. */
export function socialProviders(
  env: Env,
  endpoints: Record<SocialProvider, ProviderEndpoints> = ENDPOINTS,
): BetterAuthPlugin {
  return {
    id: "house-social-providers",
    init: ({ logger }) => ({
      context: {
        socialProviders: SOCIAL_PROVIDERS.flatMap((provider) => {
          const credentials = credentialsOf(env, provider);
          if (!credentials) return [];
          const strict = strictProvider(provider, credentials, endpoints[provider]);
          const getUserInfo = (tokens: ReceivedTokens) =>
            strict.getUserInfo(tokens).catch((error: unknown) => {
              logger.error(`${provider} sent a token that is not believed`, error);
              return null;
            });
          return [{ ...strict, getUserInfo }];
        }),
      },
    }),
  };
}
