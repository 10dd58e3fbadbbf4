import { expect } from "vitest";
import { decodeMail, mailsWith } from "../shop/mail-files.ts";

async function readMailWith(headers: readonly string[]): Promise<string> {
  const message = `a mail ${headers.join(" ")}`;
  await expect.poll(async () => (await mailsWith(headers)).length, { message }).toBe(1);
  const [mail = ""] = await mailsWith(headers);
  return decodeMail(mail);
}

/** The one mail to an address, or the one with this subject, once the shop has sent it. */
export function readMailTo(email: string, subject?: string): Promise<string> {
  return readMailWith([`To: ${email}`, ...(subject ? [`Subject: ${subject}`] : [])]);
}
