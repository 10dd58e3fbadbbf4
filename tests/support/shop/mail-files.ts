import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { currentShop } from "./current-shop.ts";

/** The mails that the shop has sent so far, as the files that it writes without a mail server. */
export async function rawMails(): Promise<string[]> {
  const folder = join(currentShop().dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml"));
  return Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
}

/** The sent mails that have each of the headers, such as "To: rosa@example.org". */
export async function mailsWith(headers: readonly string[]): Promise<string[]> {
  const mails = await rawMails();
  return mails.filter((mail) => headers.every((header) => mail.includes(`\r\n${header}\r\n`)));
}

/** The text of a mail without the encoding of its lines. */
export function decodeMail(mail: string): string {
  const bytes = mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
