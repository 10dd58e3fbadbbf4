const ADMIN_HOME = "/admin";
const BASE = "http://shop.invalid";

/**
 * The requested admin page as a path of this shop, else the admin's home, so that a login link cannot leave the
 * admin.
 */
export function safeAdminPath(requested: string | null): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, BASE)) return ADMIN_HOME;
  const url = new URL(requested, BASE);
  const inside = url.pathname === ADMIN_HOME || url.pathname.startsWith(`${ADMIN_HOME}/`);
  return url.origin === BASE && inside ? url.pathname + url.search : ADMIN_HOME;
}

/** The login page that returns to the requested admin page. */
export function loginPath(requested: string): string {
  const next = safeAdminPath(requested);
  return next === ADMIN_HOME ? "/login" : `/login?${new URLSearchParams({ next })}`;
}

const ACCOUNT_HOME = "/profile";
/** Pages that only redirect; returning to them after signing in makes no sense. */
const LEADS_NOWHERE = /^\/(auth|login|sign-out|session)(\/|$)/;

/**
 * The requested page as a path of this shop, else the account. Refuses values that a browser or proxy could read as
 * another host, encoded or not (decision A8).
 */
export function safeCustomerPath(requested: string | null): string {
  if (!requested?.startsWith("/") || /[\s\\\p{C}]|%(2f|5c|0[0-9a-f]|1[0-9a-f])/iu.test(requested)) {
    return ACCOUNT_HOME;
  }
  if (!URL.canParse(requested, BASE)) return ACCOUNT_HOME;
  const { origin, pathname, search } = new URL(requested, BASE);
  // "/a/..//evil" normalises to "//evil", which is another host.
  const leads = origin === BASE && !pathname.includes("//") && !LEADS_NOWHERE.test(pathname);
  return leads ? pathname + search : ACCOUNT_HOME;
}

/** The sign-in page that returns to the requested page. */
export function authPath(requested: string, tab: "login" | "create-account" = "login"): string {
  const next = safeCustomerPath(requested);
  const params = new URLSearchParams();
  if (tab !== "login") params.set("tab", tab);
  if (next !== ACCOUNT_HOME) params.set("next", next);
  return params.size === 0 ? "/auth" : `/auth?${params}`;
}

const AFTER_SIGN_OUT = ["/", "/auth", "/login"] as const;

/** Where sign-out leads (decision A8): one of three pages, else home. */
export function afterSignOut(requested: unknown): (typeof AFTER_SIGN_OUT)[number] {
  return AFTER_SIGN_OUT.find((path) => path === requested) ?? "/";
}
