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

/** Every mail the shop has written so far, as it stands in its file; the shop without a mail server writes files. */
export async function rawMails(): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml"));
  return Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
}

async function readMailWith(header: string): Promise<string> {
  const found = async () => (await rawMails()).filter((mail) => mail.includes(`\r\n${header}\r\n`));
  await expect.poll(async () => (await found()).length, { message: `a mail ${header}` }).toBe(1);
  const [mail = ""] = await found();
  return decode(mail);
}

/** Waits for the one mail the shop wrote to an address, and reads it. */
export function readMailTo(address: string): Promise<string> {
  return readMailWith(`To: ${address}`);
}

/** Waits for the one mail whose answer goes to an address, and reads it. */
export function readMailAnsweredTo(address: string): Promise<string> {
  return readMailWith(`Reply-To: ${address}`);
}
