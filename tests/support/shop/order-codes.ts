import { like } from "drizzle-orm";
import { verifications } from "#db/schema/identity.server.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import { decodeMail, mailsWith } from "./mail-files.ts";
import type { Shop } from "./shop.ts";

/** The code of the email that `send` causes; emails of before do not count. */
export async function codeMailedTo(email: string, send: () => Promise<unknown>): Promise<string> {
  const mails = async () =>
    (await mailsWith([`To: ${email}`])).filter((mail) => mail.includes("Your code for order"));
  const before = new Set(await mails());
  await send();
  const codes: string[] = [];
  await waitUntil("a code has arrived", async () => {
    const fresh = (await mails()).filter((mail) => !before.has(mail));
    for (const mail of fresh) codes.push(/Code: (\d{6})/.exec(decodeMail(mail))?.[1] ?? "");
    return codes.length > 0;
  });
  return codes[0] ?? "";
}

/** Ends an order's proofs in every browser, as an hour and a minute after its code was entered. */
export async function endProofs(shop: Shop, orderId: string): Promise<void> {
  const createdAt = new Date(shop.now().getTime() - 61 * 60 * 1000);
  await shop.inDatabase((db) =>
    db
      .update(verifications)
      .set({ createdAt })
      .where(like(verifications.identifier, `order-proof|${orderId}|%`)),
  );
}
