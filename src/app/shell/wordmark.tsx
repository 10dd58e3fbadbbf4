import { Link } from "react-router";

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
