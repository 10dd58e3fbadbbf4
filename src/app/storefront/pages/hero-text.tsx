import type { ReactNode } from "react";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";

type Props = {
  /** The page's own name, the end of the way to it. */
  name: string;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
};

/** The words of a page's hero: the way here, the title, what the page is about. */
export function HeroText({ name, title, lead, children }: Props) {
  return (
    <>
      <Breadcrumbs items={pageTrail(name)} />
      <h1 className="display mt-4 max-w-[16ch] text-4xl">{title}</h1>
      <p className="mt-5 max-w-[38ch] text-ink-soft">{lead}</p>
      {children}
    </>
  );
}
