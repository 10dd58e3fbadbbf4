import type { ReactNode } from "react";
import { memo } from "react";
import { Link } from "react-router";
import { openingHours } from "#features/base/settings/business-facts.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { footerPagesId } from "./mobile-menu.tsx";

const customerService = [
  { text: "Shipping", url: "/shipping" },
  { text: "Returns", url: "/returns" },
  { text: "FAQ", url: "/faq" },
  { text: "Made to Measure", url: "/made-to-measure" },
  { text: "Size Guide", url: "/measurement" },
  { text: "New Dawn", url: "/new-dawn" },
];

const house = [
  { text: "Home", url: "/" },
  { text: "Shop", url: "/shop" },
  { text: "Catalog", url: "/catalog" },
  { text: "Wishlist", url: "/wishlist" },
  { text: "About", url: "/about" },
  { text: "Contact", url: "/contact" },
];

/** The footer is memoized like the header. */
export const SiteFooter = memo(function SiteFooter({ shell }: { shell: SiteShell }) {
  const { general, footerLinks } = shell;
  const ownLinks = footerLinks.filter((link) => footerUrlKind(link.url) !== "refused");
  return (
    <footer className="ground-forest">
      <div className="shell grid grid-cols-2 gap-x-8 gap-y-12 pt-16 pb-14 md:pt-24 md:pb-20 lg:grid-cols-12">
        <div className="col-span-2 lg:col-span-5 lg:pr-12">
          <p className="display text-3xl">{general.siteName}</p>
          <p className="mt-4 max-w-[42ch] text-paper/80">{general.siteDescription}</p>
        </div>
        <Column title="The house" id={footerPagesId} className="lg:col-span-2">
          <Links links={house} />
        </Column>
        <Column title="Customer service" className="lg:col-span-2">
          <Links links={[...customerService, ...ownLinks]} />
        </Column>
        <Column title="Contact" className="col-span-2 lg:col-span-3">
          <ContactDetails general={general} />
        </Column>
      </div>
      <div className="shell">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-paper/20 py-5 text-sm text-paper/80">
          <p>© {general.siteName}</p>
          <p className="flex gap-8">
            <FooterLink text="Privacy" url="/privacy" />
            <FooterLink text="Terms" url="/terms" />
          </p>
        </div>
      </div>
    </footer>
  );
});

type ColumnProps = { title: string; id?: string; className?: string; children: ReactNode };

function Column({ title, id, className, children }: ColumnProps) {
  return (
    <div id={id} className={className}>
      <h2 className="eyebrow text-paper/70">{title}</h2>
      <div className="mt-4">{children}</div>
    </div>
  );
}

type FooterLinkProps = { text: string; url: string };

function Links({ links }: { links: readonly FooterLinkProps[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={`${link.url} ${link.text}`}>
          <FooterLink {...link} />
        </li>
      ))}
    </ul>
  );
}

const linkClass =
  "inline-block py-1.5 underline decoration-transparent decoration-1 underline-offset-4 transition-colors hover:decoration-current pointer-coarse:py-2.5";

function FooterLink({ text, url }: FooterLinkProps) {
  if (footerUrlKind(url) === "inside") {
    return (
      <Link to={url} className={linkClass}>
        {text}
      </Link>
    );
  }
  return (
    <a href={url} rel="noopener" className={linkClass}>
      {text}
    </a>
  );
}

function ContactDetails({ general }: { general: SiteShell["general"] }) {
  return (
    <>
      <address className="not-italic">
        {general.address && (
          <p className="mb-1 max-w-[32ch] py-1.5 whitespace-pre-line">{general.address}</p>
        )}
        {general.contactPhone && (
          <p>
            <FooterLink text={general.contactPhone} url={telephoneUrl(general.contactPhone)} />
          </p>
        )}
        {general.contactEmail && (
          <p className="break-words">
            <FooterLink text={general.contactEmail} url={`mailto:${general.contactEmail}`} />
          </p>
        )}
      </address>
      <dl className="figures mt-4 grid grid-cols-[auto_1fr] gap-x-4 text-sm text-paper/80">
        {openingHours.map(({ days, hours }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** "refused" is not a web address. */
type FooterUrlKind = "inside" | "outside" | "refused";

/** Allows only paths, http, https, mailto and tel: the owner enters the URL. */
export function footerUrlKind(url: string): FooterUrlKind {
  if (/^\/(?![/\\])/.test(url)) return "inside";
  return /^(https?:\/\/|mailto:|tel:)/i.test(url) ? "outside" : "refused";
}

/** Keeps digits and a leading plus. */
export function telephoneUrl(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return `tel:${phone.trim().startsWith("+") ? "+" : ""}${digits}`;
}
