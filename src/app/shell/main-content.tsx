import type { MouseEvent, ReactNode } from "react";
import { Form, Link } from "react-router";
import { classNames } from "#ui/class-names.ts";

/** The skip link leads to it. */
const mainContentId = "content";

/** Adds no history entry, which the router would not know. */
function skip(event: MouseEvent): void {
  const main = document.getElementById(mainContentId);
  if (!main) return;
  event.preventDefault();
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}

/** The link is the first tab stop of every page. */
export function SkipLink() {
  return (
    <a
      href={`#${mainContentId}`}
      onClick={skip}
      className="fixed top-2 left-2 z-60 -translate-y-20 bg-ink px-4 py-3 text-sm text-paper focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}

/** The skip link can focus it. */
export function MainContent({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main id={mainContentId} tabIndex={-1} className={classNames("outline-none", className)}>
      {children}
    </main>
  );
}

export function Wordmark({ siteName, className }: { siteName: string; className?: string }) {
  return (
    <Link
      to="/"
      className={`display min-w-0 truncate py-2 text-[clamp(1.125rem,5.6vw,1.625rem)] leading-none font-semibold tracking-tight ${className ?? ""}`}
    >
      {siteName}
    </Link>
  );
}

type SignOutFormProps = {
  children: ReactNode;
  /** The header leads to sign-in, the account to home (decision A8). */
  next?: "/auth" | "/";
  className?: string;
};

/** Works before the script runs. */
export function SignOutForm({ children, next = "/auth", className }: SignOutFormProps) {
  return (
    <Form method="post" action="/sign-out" className={className}>
      <input type="hidden" name="next" value={next} />
      {children}
    </Form>
  );
}
