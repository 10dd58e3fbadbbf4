import { Link } from "react-router";
import { authPath } from "#app/web/safe-path.ts";
import { classNames } from "#ui/class-names.ts";
import type { AuthTab } from "./auth-form-result.ts";

const tabs: readonly { tab: AuthTab; label: string }[] = [
  { tab: "login", label: "Login" },
  { tab: "create-account", label: "Create Account" },
];

/** Login or Create Account; links, so that a tab can be kept, sent and chosen before the page's script has arrived. */
export function AuthTabs({ current, next }: { current: AuthTab; next: string }) {
  return (
    <nav aria-label="Login or create an account" className="mb-8 border-b border-line">
      <ul className="-mb-px flex gap-8">
        {tabs.map(({ tab, label }) => (
          <li key={tab}>
            <Link
              to={authPath(next, tab)}
              replace
              preventScrollReset
              aria-current={tab === current ? "page" : undefined}
              className={classNames(
                "flex min-h-12 items-center border-b-2 text-xs font-medium tracking-caps uppercase transition-colors -outline-offset-2",
                tab === current
                  ? "border-ink text-ink"
                  : "border-transparent text-ink-quiet hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
