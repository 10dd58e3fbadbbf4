import type { ReactNode } from "react";
import { Fragment } from "react";
import { PageHead, PrintButton } from "#app/components/page/page-parts.tsx";
import { formatLongDay } from "#core/business-days.ts";
export type PolicySection = { id: string; title: string; content: ReactNode };

type PolicyPageProps = {
  title: string;
  lead: ReactNode;
  /** Omitted without a fixed text. */
  revised?: string;
  sections: readonly PolicySection[];
  /** Renders above the text. */
  children?: ReactNode;
};

/** Prints as well. */
export function PolicyPage({ title, lead, revised, sections, children }: PolicyPageProps) {
  return (
    <article className="pb-24 md:pb-36 print:pb-0">
      <PageHead title={title} lead={lead}>
        {revised && (
          <p className="mt-6 text-sm text-ink-quiet">
            Last updated: <time dateTime={revised}>{formatLongDay(revised)}</time>
          </p>
        )}
      </PageHead>
      {children}
      <div className="shell grid gap-x-12 lg:grid-cols-12 print:block">
        <aside className="mb-10 lg:col-span-4 lg:mb-0 print:hidden">
          <div className="lg:sticky lg:top-28">
            <Contents sections={sections} />
            <div className="mt-3 lg:mt-6">
              <PrintButton />
            </div>
          </div>
        </aside>
        <div className="prose lg:col-span-8 print:mt-8">
          {sections.map(({ id, title: heading, content }) => (
            <Fragment key={id}>
              <h2 id={id}>{heading}</h2>
              {content}
            </Fragment>
          ))}
        </div>
      </div>
    </article>
  );
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav aria-label="On this page" className="border-t border-line lg:border-t-0">
      <p className="eyebrow hidden lg:block">On this page</p>
      <ol className="flex flex-wrap gap-x-6 border-b border-line py-3 text-sm lg:mt-4 lg:block lg:border-b-0 lg:border-l lg:py-0 lg:pl-5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-block py-1.5 text-ink-quiet transition-colors hover:text-demerara pointer-coarse:py-2.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
