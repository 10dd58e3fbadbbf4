import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { currentShop } from "../shop/current-shop.ts";

function decode(mail: string): string {
  const bytes = mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Files, without a mail server. */
export async function rawMails(): Promise<string[]> {
  const folder = join(currentShop().dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml"));
  return Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
}

async function readMailWith(...headers: string[]): Promise<string> {
  const isIt = (mail: string) => headers.every((header) => mail.includes(`\r\n${header}\r\n`));
  const found = async () => (await rawMails()).filter(isIt);
  const message = `a mail ${headers.join(" ")}`;
  await expect.poll(async () => (await found()).length, { message }).toBe(1);
  const [mail = ""] = await found();
  return decode(mail);
}

/** To an address, or with this subject. */
export function readMailTo(address: string, subject?: string): Promise<string> {
  const headers = [`To: ${address}`, ...(subject ? [`Subject: ${subject}`] : [])];
  return readMailWith(...headers);
}

export function readMailWithReplyTo(address: string): Promise<string> {
  return readMailWith(`Reply-To: ${address}`);
}
