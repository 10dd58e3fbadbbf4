import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";

/** Back to the page before (specification 2); to the list of products where this page was opened first. */
export function BackButton({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      onClick={(event) => {
        const state: unknown = history.state;
        const isFirst = !state || typeof state !== "object" || !("idx" in state) || state.idx === 0;
        if (isFirst || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft transition-colors hover:text-demerara"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      Back
    </Link>
  );
}
