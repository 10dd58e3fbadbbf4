import { publicText } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { DAY_MS } from "#core/duration.ts";
import { emailAsStored } from "#core/email.ts";
import type { Route } from "./+types/security-text-route.ts";

/** RFC 9116 (2.5.5) recommends less than a year; this leaves at least nine months. */
const EXPIRES_DAYS = 364;
const STEP_DAYS = 90;

/** Moves every 90 days, so that the text can be cached. */
function expiresAt(now: Date): Date {
  const step = STEP_DAYS * DAY_MS;
  return new Date(Math.floor(now.getTime() / step) * step + EXPIRES_DAYS * DAY_MS);
}

/** Says where to report a weakness (RFC 9116). Without https it omits Canonical, which requires it. */
export function securityText(shop: { contactEmail: string; publicUrl: string; now: Date }): string {
  const { contactEmail, now, publicUrl } = shop;
  const canonical = `${publicUrl}/.well-known/security.txt`;
  return [
    `Contact: mailto:${encodeURI(emailAsStored(contactEmail))}`,
    `Expires: ${expiresAt(now).toISOString()}`,
    "Preferred-Languages: en",
    ...(canonical.startsWith("https://") ? [`Canonical: ${canonical}`] : []),
    "",
  ].join("\n");
}

export async function loader({ context }: Route.LoaderArgs) {
  const { clock, publicUrl, siteFacts } = context.get(depsContext);
  const { contactEmail } = (await siteFacts()).shell.general;
  return publicText(securityText({ contactEmail, publicUrl, now: clock.now() }), "text/plain");
}
