import type { ReactNode } from "react";
import { telephoneUrl } from "#app/shell/footer-url.ts";
import { openingHours } from "#features/settings/business-facts.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";

/** Where the house stands, how to reach it and when (specification 2, Contact). */
export function ContactDetails({ general }: { general: SiteShell["general"] }) {
  const { address, contactPhone, contactEmail } = general;
  return (
    <div className="space-y-9">
      {address && (
        <Detail title="Address">
          <address className="display max-w-[16ch] text-2xl whitespace-pre-line not-italic">
            {address}
          </address>
        </Detail>
      )}
      {contactPhone && (
        <Detail title="Phone">
          <a href={telephoneUrl(contactPhone)} className="link figures inline-block py-1">
            {contactPhone}
          </a>
        </Detail>
      )}
      {contactEmail && (
        <Detail title="Email">
          <a href={`mailto:${contactEmail}`} className="link inline-block py-1 break-words">
            {contactEmail}
          </a>
        </Detail>
      )}
      <Detail title="Hours">
        <dl className="figures max-w-96">
          {openingHours.map(({ days, hours }) => (
            <div
              key={days}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 first:pt-1"
            >
              <dt>{days}</dt>
              <dd className="text-ink-soft">{hours}</dd>
            </div>
          ))}
        </dl>
      </Detail>
    </div>
  );
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="eyebrow mb-2">{title}</h3>
      {children}
    </div>
  );
}
