import type { ReactNode } from "react";

type Props = { eyebrow: string; title: string; lead: ReactNode; children?: ReactNode };

/** The words of a page's hero: a small line, the title, what the page is about. */
export function HeroWords({ eyebrow, title, lead, children }: Props) {
  return (
    <>
      <p className="eyebrow text-ink-soft">{eyebrow}</p>
      <h1 className="display mt-4 max-w-[16ch] text-4xl">{title}</h1>
      <p className="mt-5 max-w-[38ch] text-ink-soft">{lead}</p>
      {children}
    </>
  );
}
