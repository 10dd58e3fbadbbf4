import type { MouseEvent, ReactNode } from "react";
import { Form, Link } from "react-router";
import { classNames } from "#ui/class-names.ts";

/** Id of the page's `<main>`: where the skip link leads. */
const mainContentId = "content";

/** Leads on without an entry in the browser's history: the router would not know it, and unsaved changes could not be asked about. */
function skip(event: MouseEvent): void {
  const main = document.getElementById(mainContentId);
  if (!main) return;
  event.preventDefault();
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}

/** The first stop of the keyboard on every page: past whatever frame the page has, to what it is about. */
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

/** The page's `<main>`, which can take the focus from the skip link. */
export function MainContent({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main id={mainContentId} tabIndex={-1} className={classNames("outline-none", className)}>
      {children}
    </main>
  );
}

/** The shop's name in the display face, leading home. */
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
  /** Where it leads: from the frame to the sign-in page, from the account home (decision A8). */
  next?: "/auth" | "/";
  className?: string;
};

/** Posts to the sign-out route around the button given; works before the page's script has arrived. */
export function SignOutForm({ children, next = "/auth", className }: SignOutFormProps) {
  return (
    <Form method="post" action="/sign-out" className={className}>
      <input type="hidden" name="next" value={next} />
      {children}
    </Form>
  );
}
