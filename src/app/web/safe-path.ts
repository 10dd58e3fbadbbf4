const ADMIN_HOME = "/admin";
const BASE = "http://shop.invalid";

/** Falls back to the admin's home, so that a link cannot leave the admin. */
export function safeAdminPath(requested: string | null): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, BASE)) return ADMIN_HOME;
  const url = new URL(requested, BASE);
  const inside = url.pathname === ADMIN_HOME || url.pathname.startsWith(`${ADMIN_HOME}/`);
  return url.origin === BASE && inside ? url.pathname + url.search : ADMIN_HOME;
}

export function loginPath(requested: string): string {
  const next = safeAdminPath(requested);
  return next === ADMIN_HOME ? "/login" : `/login?${new URLSearchParams({ next })}`;
}

const ACCOUNT_HOME = "/profile";
/** Pages that only redirect cannot be returned to. */
const LEADS_NOWHERE = /^\/(auth|login|sign-out|session)(\/|$)/;

/** Falls back to the account for values that could be read as another host, encoded or not (decision A8). */
export function safeCustomerPath(requested: string | null): string {
  if (!requested?.startsWith("/") || /[\s\\\p{C}]|%(2f|5c|0[0-9a-f]|1[0-9a-f])/iu.test(requested)) {
    return ACCOUNT_HOME;
  }
  if (!URL.canParse(requested, BASE)) return ACCOUNT_HOME;
  const { origin, pathname, search } = new URL(requested, BASE);
  // "/a/..//evil" normalizes to "//evil", which is another host.
  const leads = origin === BASE && !pathname.includes("//") && !LEADS_NOWHERE.test(pathname);
  return leads ? pathname + search : ACCOUNT_HOME;
}

export function authPath(requested: string, tab: "login" | "create-account" = "login"): string {
  const next = safeCustomerPath(requested);
  const params = new URLSearchParams();
  if (tab !== "login") params.set("tab", tab);
  if (next !== ACCOUNT_HOME) params.set("next", next);
  return params.size === 0 ? "/auth" : `/auth?${params}`;
}

const AFTER_SIGN_OUT = ["/", "/auth", "/login"] as const;

/** Returns one of three pages, else home (decision A8). */
export function afterSignOut(requested: unknown): (typeof AFTER_SIGN_OUT)[number] {
  return AFTER_SIGN_OUT.find((path) => path === requested) ?? "/";
}
