import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Undoes the line breaks and signs of quoted-printable, which is how mails write their words. */
function decode(mail: string): string {
  const bytes = mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

async function mailsTo(address: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
  return mails.filter((mail) => mail.includes(`To: ${address}`)).map(decode);
}

/** Waits for the one mail the shop wrote to an address, and reads it; the shop without a mail server writes files. */
export async function readMailTo(address: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(address)).length, { message: `a mail to ${address}` })
    .toBe(1);
  const [mail = ""] = await mailsTo(address);
  return mail;
}
