import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";

type Versioned = { version: number; value: string };

/** better-auth's view of the secrets; the first signs. */
type Signer = { options: { secret: string; secrets: readonly Versioned[] } };

type Encrypter = Signer & {
  $context: Promise<{ secretConfig: Parameters<typeof symmetricEncrypt>[0]["key"] }>;
};

/** The library names the secret in what it encrypts. Derived, so that no rotation changes the name. */
function versionOf(secret: string): number {
  return createHash("sha256").update(`auth secret: ${secret}`).digest().readUIntBE(0, 6);
}

function hmac(secret: string, text: string): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}

const isSame = (left: Buffer, right: Buffer) =>
  left.length === right.length && timingSafeEqual(left, right);

/** Signs with the current auth secret. The text names its purpose, so other signatures are invalid for it. */
export function signText(auth: Signer, text: string): Buffer {
  return hmac(auth.options.secret, text);
}

/** Whether the current or a former auth secret signed the text, by the first `bytes`. */
export function isSignedText(auth: Signer, text: string, signature: Buffer, bytes = 32): boolean {
  return auth.options.secrets.some(({ value }) =>
    isSame(hmac(value, text).subarray(0, bytes), signature),
  );
}

/** The signature in base64 under the first secret if a former one signed; else unchanged. */
function renewSignature(
  [current = "", ...oldSecrets]: readonly string[],
  text: string,
  signature: string,
): string {
  const given = Buffer.from(signature, "base64");
  if (isSame(hmac(current, text), given)) return signature;
  const isOld = oldSecrets.some((old) => isSame(hmac(old, text), given));
  return isOld ? hmac(current, text).toString("base64") : signature;
}

/** `name=value.signature`, percent-encoded (better-call's signed cookies). */
const OWN_COOKIE = /^\s*(?:__Host-)?da\./;

function renewCookies(secrets: readonly string[], header: string): string {
  return header
    .split(";")
    .map((pair) => {
      const at = pair.indexOf("=");
      if (!OWN_COOKIE.test(pair) || at === -1) return pair;
      try {
        const value = decodeURIComponent(pair.slice(at + 1).trim());
        const dot = value.lastIndexOf(".");
        if (dot < 1) return pair;
        const text = value.slice(0, dot);
        const signature = renewSignature(secrets, text, value.slice(dot + 1));
        return `${pair.slice(0, at)}=${encodeURIComponent(`${text}.${signature}`)}`;
      } catch {
        return pair;
      }
    })
    .join(";");
}

/**
 * The library knows only the current secret of cookies, so signatures of former ones are renewed first
 * (ADR 0022).
 */
function acceptOldSignatures(secrets: readonly string[]) {
  return createAuthMiddleware(async (ctx) => {
    const cookie = ctx.headers?.get("cookie");
    if (!cookie) return { context: {} };
    return { context: { headers: new Headers({ cookie: renewCookies(secrets, cookie) }) } };
  });
}

/** The current secret signs and encrypts; former ones are accepted. */
export function secretOptions(secret: string, oldSecrets: readonly string[]) {
  const values = [...new Set([secret, ...oldSecrets])];
  const secrets: Versioned[] = values.map((value) => ({ version: versionOf(value), value }));
  const hooks = values.length > 1 ? { before: acceptOldSignatures(values) } : {};
  return { secret, secrets, hooks };
}

/** What the library encrypted, with the current or a former secret; null when none reads it. */
export async function openAuthValue(auth: Encrypter, data: string): Promise<string | null> {
  const { secretConfig } = await auth.$context;
  // Before a rotation the secret is unnamed.
  const keys = data.startsWith("$ba$")
    ? [secretConfig]
    : auth.options.secrets.map(({ value }) => value);
  for (const each of keys) {
    try {
      return await symmetricDecrypt({ key: each, data });
    } catch {
      // Encrypted with another secret.
    }
  }
  return null;
}

/** The value under the current secret, unchanged if already so; null when no secret reads it. */
export async function resealAuthValue(auth: Encrypter, data: string): Promise<string | null> {
  const [current] = auth.options.secrets;
  if (current && data.startsWith(`$ba$${current.version}$`)) return data;
  const text = await openAuthValue(auth, data);
  if (text === null) return null;
  const { secretConfig } = await auth.$context;
  return symmetricEncrypt({ key: secretConfig, data: text });
}

/** The value encrypted with the current secret. */
export async function sealAuthValue(auth: Encrypter, text: string): Promise<string> {
  const { secretConfig } = await auth.$context;
  return symmetricEncrypt({ key: secretConfig, data: text });
}

/** Whether only a former auth secret decrypts the value. False where none of the shop's secrets does. */
export async function needsFormerSecret(
  { authSecret, oldAuthSecrets }: { authSecret: string; oldAuthSecrets: readonly string[] },
  data: string,
): Promise<boolean> {
  const named = /^\$ba\$(\d+)\$/.exec(data)?.[1];
  if (named !== undefined) return oldAuthSecrets.some((old) => String(versionOf(old)) === named);
  if (await opens(authSecret, data)) return false;
  for (const old of oldAuthSecrets) if (await opens(old, data)) return true;
  return false;
}

/** Whether a secret opens the value. A value of before the first rotation does not name its secret. */
async function opens(secret: string, data: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data });
    return true;
  } catch {
    return false;
  }
}
