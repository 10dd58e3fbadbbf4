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

const AFTER_SIGN_OUT = ["/", "/auth", "/login"] as const;

/** Where sign-out leads (decision A8): one of the three pages that ask for it, else home. */
export function afterSignOut(asked: unknown): (typeof AFTER_SIGN_OUT)[number] {
  return AFTER_SIGN_OUT.find((path) => path === asked) ?? "/";
}
