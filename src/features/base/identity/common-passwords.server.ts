import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { PasswordLists } from "./account-input.ts";

/** These are obvious here, but not listed. */
const LOCAL_PASSWORDS: ReadonlySet<string> = new Set([
  ..."demerara demerara1 essequibo berbice1 georgetown1 guyana123 guyana1966".split(" "),
  ..."admin1234 p@ssword loveme123 heaven123".split(" "),
]);

/** A million leaked passwords, sorted by their bytes, one a line; scripts/pack-leaked-passwords.mjs writes the file. */
const LIST = "#features/base/identity/leaked-passwords.txt.br";

const LINE_END = 10;

const unpack = promisify(brotliDecompress);

async function readLeaked(): Promise<Buffer> {
  return unpack(await readFile(createRequire(import.meta.url).resolve(LIST)));
}

let loading: Promise<Buffer> | undefined;

function loadLeaked(): Promise<Buffer> {
  loading ??= readLeaked().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A binary search in 8.5 MB of sorted lines: a set would take 40 MB and block the process for a second. */
function hasLine(lines: Buffer, line: Buffer): boolean {
  let from = 0;
  let to = lines.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const start = middle === from ? from : lines.lastIndexOf(LINE_END, middle - 1) + 1;
    const end = lines.indexOf(LINE_END, middle);
    const order = lines.compare(line, 0, line.length, start, end);
    if (order === 0) return true;
    if (order < 0) from = end + 1;
    else to = start;
  }
  return false;
}

/** The default name is left out: then only the list counts. */
async function findShopName(db: Queryable): Promise<string> {
  const [row] = await db
    .select({ name: sql<string | null>`${siteSettings.settingValue} ->> 'siteName'` })
    .from(siteSettings)
    .where(eq(siteSettings.settingName, "general"));
  return row?.name ?? "Demerara Atelier";
}

/** What passwords are compared with; no outside request. Read at first use. */
export async function loadPasswordLists(db: Queryable): Promise<PasswordLists> {
  const leaked = await loadLeaked();
  const shopName = await findShopName(db);
  const contains = (password: string) => hasLine(leaked, Buffer.from(password));
  return {
    shopName,
    isLeaked(password) {
      const plain = password.toLowerCase();
      return LOCAL_PASSWORDS.has(plain) || contains(plain) || contains(password);
    },
  };
}
