import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Fragment } from "react";
import { Link } from "react-router";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { openingHours } from "#features/base/settings/business-facts.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";

type PageHeadProps = { title: string; lead: ReactNode; children?: ReactNode };

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header className="shell pt-6 pb-12 md:pt-10 md:pb-20 print:pt-0 print:pb-8">
      <Breadcrumbs items={pageTrail(title)} />
      <h1 className="display mt-8 text-4xl md:mt-14 print:mt-0">{title}</h1>
      <p className="mt-5 max-w-[52ch] text-lg text-ink-soft print:text-base">{lead}</p>
      {children}
    </header>
  );
}

type HeroTextProps = {
  /** Appears in the breadcrumbs. */
  name: string;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
};

export function HeroText({ name, title, lead, children }: HeroTextProps) {
  return (
    <>
      <Breadcrumbs items={pageTrail(name)} />
      <h1 className="display mt-4 max-w-[16ch] text-4xl">{title}</h1>
      <p className="mt-5 max-w-[38ch] text-ink-soft">{lead}</p>
      {children}
    </>
  );
}

/** One of three facts in large letters. */
export type Fact = { value: string; text: string };

/** The facts of a page in short. */
export function FactsBand({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={label} className="shell pb-14 md:pb-20 print:pb-0">
      <dl className="grid border-y border-line sm:grid-cols-3">
        {facts.map(({ value, text }) => (
          <div
            key={value}
            className="flex flex-col-reverse justify-end border-line py-7 not-first:border-t sm:px-8 sm:py-9 sm:first:pl-0 sm:not-first:border-t-0 sm:not-first:border-l"
          >
            <dt className="mt-2 max-w-[30ch] text-sm text-ink-soft">{text}</dt>
            <dd className="display text-3xl oldstyle-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Prevents a line break after '7-' in '7-14 days', as long as the text fits a line. */
export function NoBreak({ children }: { children: ReactNode }) {
  return <span className="inline-block">{children}</span>;
}

export function ClosingLine({ address }: { address: string }) {
  return (
    <section aria-labelledby="closing-title" className="shell section text-center">
      <p className="eyebrow">The atelier</p>
      <h2 id="closing-title" className="display mx-auto mt-5 max-w-[20ch] text-4xl">
        {address}
      </h2>
      <p className="mx-auto mt-6 text-balance text-ink-soft">
        {openingHours.map(({ days, hours }, index) => (
          <Fragment key={days}>
            {/* With its comma, which never begins a line. */}
            <NoBreak>{`${days} ${hours}${index < openingHours.length - 1 ? "," : ""}`}</NoBreak>{" "}
          </Fragment>
        ))}
      </p>
      <Link to="/contact" className="link mt-6 inline-block py-2">
        Visit us and be measured
      </Link>
    </section>
  );
}

/** The button is hidden without JavaScript. */
export function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button variant="quiet" size="sm" onClick={() => window.print()}>
      <Printer size={16} aria-hidden="true" />
      Print this page
    </Button>
  );
}
