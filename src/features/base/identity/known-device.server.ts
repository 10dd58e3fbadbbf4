import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "#core/duration.ts";

/**
 * The signed cookie knows a browser that opened an account. It proves and opens nothing, but has its own attempts, so
 * that strangers' guesses do not use up the owner's (OWASP, device cookies). Its format is
 * `device!tag.day.signature!...`, with one part per account.
 */
const COOKIE = "da_known_device";
const LIFETIME_DAYS = 365;
/** A family shares a computer; more accounts replace the oldest. */
const MAX_ACCOUNTS = 5;
const MAX_LENGTH = 1_000;

type Part = { tag: string; day: number; secret: string };

/** The auth secrets: the current signs, former ones are accepted while configured. */
export function deviceSecretsOf(auth: {
  options: { secrets: readonly { value: string }[] };
}): readonly string[] {
  return auth.options.secrets.map(({ value }) => value);
}

const sign = (secret: string, text: string) =>
  createHmac("sha256", `known device ${secret}`).update(text).digest("base64url").slice(0, 32);

const tagOf = (secret: string, userId: string) => sign(secret, `account ${userId}`).slice(0, 12);

function isSigned(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function readCookie(request: Request): string {
  const pairs = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
  return value.length > MAX_LENGTH ? "" : value;
}

function readParts(
  secrets: readonly string[],
  request: Request,
  now: Date,
): { device: string; parts: Part[] } | null {
  const [device = "", ...signed] = readCookie(request).split("!");
  const today = Math.floor(now.getTime() / DAY_MS);
  const parts = signed.flatMap((text) => {
    const [tag = "", day = "", signature = ""] = text.split(".");
    const age = today - Number(day);
    const isYoung = /^\d{1,6}$/.test(day) && age >= 0 && age < LIFETIME_DAYS;
    const signed = `${device} ${tag} ${day}`;
    const secret = isYoung && secrets.find((each) => isSigned(each, signed, signature));
    return secret ? [{ tag, day: Number(day), secret }] : [];
  });
  return device === "" || parts.length === 0 ? null : { device, parts };
}

/** Finds the id of a browser that opened any account, else null. */
export function findKnownDevice(
  secrets: readonly string[],
  request: Request,
  now: Date,
): string | null {
  return readParts(secrets, request, now)?.device ?? null;
}

/** Finds the id of a browser that opened this account within a year, else null. */
export function findDeviceOf(
  secrets: readonly string[],
  input: { request: Request; userId: string; now: Date },
): string | null {
  const known = readParts(secrets, input.request, input.now);
  const isOf = ({ secret, tag }: Part) => tag === tagOf(secret, input.userId);
  return known?.parts.some(isOf) ? known.device : null;
}

/**
 * The Set-Cookie header that adds an account to the browser's. Signed with the first secret; another
 * account's part, readable only with its own secret, stays until it is opened again.
 */
export function knownDeviceCookie(
  secrets: readonly string[],
  input: { request: Request; userId: string; now: Date; https: boolean },
): string {
  const { https, now, request, userId } = input;
  const known = readParts(secrets, request, now);
  const device = known?.device ?? randomBytes(12).toString("base64url");
  const [secret = ""] = secrets;
  const others = known?.parts.filter((part) => part.tag !== tagOf(part.secret, userId)) ?? [];
  const own = { tag: tagOf(secret, userId), day: Math.floor(now.getTime() / DAY_MS), secret };
  const signed = [own, ...others]
    .slice(0, MAX_ACCOUNTS)
    .map(({ tag, day, secret: by }) => `${tag}.${day}.${sign(by, `${device} ${tag} ${day}`)}`);
  const value = [device, ...signed].join("!");
  const secure = https ? "; Secure" : "";
  const age = (LIFETIME_DAYS * DAY_MS) / 1000;
  return `${COOKIE}=${value}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
