import { expect } from "@playwright/test";
import { decodeMail, mailsWith } from "../shop/mail-files.ts";

async function readMailWith(...headers: string[]): Promise<string> {
  const message = `a mail ${headers.join(" ")}`;
  await expect.poll(async () => (await mailsWith(headers)).length, { message }).toBe(1);
  const [mail = ""] = await mailsWith(headers);
  return decodeMail(mail);
}

/** To an address, or with this subject. */
export function readMailTo(address: string, subject?: string): Promise<string> {
  const headers = [`To: ${address}`, ...(subject ? [`Subject: ${subject}`] : [])];
  return readMailWith(...headers);
}

export function readMailWithReplyTo(address: string): Promise<string> {
  return readMailWith(`Reply-To: ${address}`);
}
