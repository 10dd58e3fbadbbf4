import { OPEN_DAYS } from "#features/settings/business-facts.ts";
import { postalParts } from "#features/settings/postal-address.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";
import type { Site } from "./json-ld.ts";
import type { JsonLdNode } from "./json-ld.ts";

const idOf = (publicUrl: string) => `${publicUrl}/#house`;

/** The house by its name alone, for things that refer to it. */
export function organizationReference({ publicUrl, shell }: Site): JsonLdNode {
  return {
    "@type": "Organization",
    "@id": idOf(publicUrl),
    name: shell.general.siteName,
    url: `${publicUrl}/`,
  };
}

const onTheHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The house in full: a shop one can walk into, which also sells online; contact from the settings, hours from the business facts. */
export function organizationJsonLd({ publicUrl, shell, defaultSocialImage }: Site): JsonLdNode {
  const { siteName, siteDescription, address, contactEmail, contactPhone } = shell.general;
  const { street, locality, country } = postalParts(address);
  return {
    "@type": ["Organization", "ClothingStore"],
    "@id": idOf(publicUrl),
    name: siteName,
    url: `${publicUrl}/`,
    description: siteDescription || undefined,
    logo: `${publicUrl}/icon-512.png`,
    image: publicUrl + defaultSocialImage.path,
    email: contactEmail,
    telephone: contactPhone || undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: locality ?? undefined,
      addressCountry: country ?? undefined,
    },
    openingHoursSpecification: OPEN_DAYS.map(({ weekdays, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: weekdays,
      opens: onTheHour(opens),
      closes: onTheHour(closes),
    })),
  };
}

/** The site and how to search it. */
export function websiteJsonLd({ publicUrl, shell }: Site): JsonLdNode {
  return {
    "@type": "WebSite",
    "@id": `${publicUrl}/#site`,
    name: shell.general.siteName,
    url: `${publicUrl}/`,
    inLanguage: "en",
    publisher: { "@id": idOf(publicUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${publicUrl}/search?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

/** The way to a page; the last step is the page itself. */
export function breadcrumbJsonLd(
  publicUrl: string,
  canonical: string,
  trail: readonly Crumb[],
): JsonLdNode {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: to === undefined ? canonical : `${publicUrl}${to}`,
    })),
  };
}
