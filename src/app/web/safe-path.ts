const ADMIN_HOME = "/admin";
const BASE = "http://shop.invalid";

/**
 * The admin page somebody asked for before signing in, as a path of this shop; the admin's home for everything else, so that a
 * link to the login can lead nowhere but into the admin.
 */
export function safeAdminPath(asked: string | null): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, BASE)) return ADMIN_HOME;
  const url = new URL(asked, BASE);
  const inside = url.pathname === ADMIN_HOME || url.pathname.startsWith(`${ADMIN_HOME}/`);
  return url.origin === BASE && inside ? url.pathname + url.search : ADMIN_HOME;
}

/** The login page that leads back to the admin page asked for; plain for the admin's home. */
export function loginPath(asked: string): string {
  const next = safeAdminPath(asked);
  return next === ADMIN_HOME ? "/login" : `/login?${new URLSearchParams({ next })}`;
}

const ACCOUNT_HOME = "/profile";
/** Pages that only lead on: coming back to one of them after signing in would lead nowhere. */
const LEADS_NOWHERE = /^\/(auth|login|sign-out|session)(\/|$)/;

/**
 * The page of this shop somebody asked for before signing in as a customer; the account for everything else. Whatever a browser or
 * a proxy might take for another host is refused, encoded or not (decision A8).
 */
export function safeCustomerPath(asked: string | null): string {
  if (!asked?.startsWith("/") || /[\s\\\p{C}]|%(2f|5c|0[0-9a-f]|1[0-9a-f])/iu.test(asked)) {
    return ACCOUNT_HOME;
  }
  if (!URL.canParse(asked, BASE)) return ACCOUNT_HOME;
  const { origin, pathname, search } = new URL(asked, BASE);
  // "/a/..//evil" is tidied into "//evil", which is another host's address.
  const leads = origin === BASE && !pathname.includes("//") && !LEADS_NOWHERE.test(pathname);
  return leads ? pathname + search : ACCOUNT_HOME;
}

/** The sign-in page that leads back to the page asked for; plain for the account's home. */
export function authPath(asked: string, tab: "login" | "create-account" = "login"): string {
  const next = safeCustomerPath(asked);
  const params = new URLSearchParams();
  if (tab !== "login") params.set("tab", tab);
  if (next !== ACCOUNT_HOME) params.set("next", next);
  return params.size === 0 ? "/auth" : `/auth?${params}`;
}

const AFTER_SIGN_OUT = ["/", "/auth", "/login"] as const;

/** Where sign-out leads (decision A8): one of the three pages that ask for it, else home. */
export function afterSignOut(asked: unknown): (typeof AFTER_SIGN_OUT)[number] {
  return AFTER_SIGN_OUT.find((path) => path === asked) ?? "/";
}
