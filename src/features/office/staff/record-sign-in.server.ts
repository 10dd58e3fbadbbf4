import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { formatMoment } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Transaction } from "#db/client.server.ts";
import { profiles, staffDevices } from "#db/schema/identity.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { staffMailbox } from "#features/base/identity/notify-owners.server.ts";
import { deviceLabel } from "#features/base/identity/sessions.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { newDeviceEmail } from "./staff-email.ts";

export type SignInMethod = "password" | "authenticator app" | "recovery code" | "passkey";

/** `token`: the device's cookie, if any. */
export type SignInDevice = { token: string | null; userAgent: string | null; clientIp: string };

/** Whether the account knows the device; new ones get a token. */
async function rememberDevice(
  tx: Transaction,
  userId: string,
  { token, now }: { token: string | null; now: Date },
): Promise<{ isNew: boolean; isFirst: boolean; token: string }> {
  const own = await tx.select().from(staffDevices).where(eq(staffDevices.userId, userId));
  const known = token && own.find(({ tokenHash }) => tokenHash === hashSecret(token));
  if (known) {
    await tx.update(staffDevices).set({ lastUsedAt: now }).where(eq(staffDevices.id, known.id));
    return { isNew: false, isFirst: false, token };
  }
  const made = randomBytes(24).toString("base64url");
  await tx.insert(staffDevices).values({ userId, tokenHash: hashSecret(made), lastUsedAt: now });
  return { isNew: true, isFirst: own.length === 0, token: made };
}

/**
 * Records an admin's sign-in and emails them about a new browser, except the very first. Returns the token
 * for the cookie; null for other accounts.
 */
export async function recordSignIn(
  deps: EmailDeps,
  input: { userId: string; method: SignInMethod; device: SignInDevice },
): Promise<string | null> {
  const { device, method, userId } = input;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, userId), eq(profiles.role, "admin")));
    if (!account) return null;
    const { email, name } = account;
    const label = deviceLabel(device.userAgent);
    const remembered = await rememberDevice(tx, userId, { token: device.token, now });
    await recordChanges(tx, { role: "admin", userId, name, email }, [
      {
        action: "signed in to",
        subject: "account",
        subjectId: userId,
        before: null,
        after: { name, device: label, with: method, newDevice: remembered.isNew },
      },
    ]);
    if (remembered.isNew && !remembered.isFirst) {
      const { contactEmail, siteName } = await getSettings(tx, "general");
      await enqueueEmail(tx, deps.jobs, {
        ...newDeviceEmail({
          contactEmail,
          siteName,
          siteUrl: deps.publicUrl,
          name,
          device: label,
          at: `${formatMoment(now)} in Georgetown`,
          clientIp: device.clientIp,
        }),
        dedupeKey: `staff-new-device:${newId()}`,
        recipient: await staffMailbox(tx, email),
      });
    }
    return remembered.token;
  });
}
