import type { ReactNode } from "react";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";

type Props = { title: string; lead: ReactNode; children?: ReactNode };

/** The head of a written page: the way here, its title and what it is about. */
export function PageHead({ title, lead, children }: Props) {
  return (
    <header className="shell pt-6 pb-12 md:pt-10 md:pb-20 print:pt-0 print:pb-8">
      <Breadcrumbs items={pageTrail(title)} />
      <h1 className="display mt-8 text-4xl md:mt-14 print:mt-0">{title}</h1>
      <p className="mt-5 max-w-[52ch] text-lg text-ink-soft print:text-base">{lead}</p>
      {children}
    </header>
  );
}
