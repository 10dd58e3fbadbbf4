import type { ReactNode } from "react";
import { useEffect } from "react";
import { Link, useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { HeroText } from "#app/components/page/page-parts.tsx";
import { organizationJsonLd } from "#app/seo/json-ld.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { telephoneUrl } from "#app/shell/site-footer.tsx";
import { formPageHeaders, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { openingHours } from "#features/base/settings/business-facts.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { Route } from "./+types/contact.ts";
import { handleMessageForm } from "./message-form.server.ts";
import { MessageForm, unsentMessage } from "./message-form.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

/** Subjects that an order's page links to. */
const SUBJECTS: Readonly<Record<string, string>> = {
  remeasurement: "Free AI-Fit Remeasurement for order",
  alteration: "Alteration for order",
};

/** Fills in the subject from the URL (`?order=8a6e0804&about=alteration`) in the browser: the page is shared. */
function useOrderSubject(formId: string): void {
  useEffect(() => {
    const params = new URLSearchParams(window.location.search);
    const order = params.get("order") ?? "";
    if (!/^[0-9a-f]{8}$/.test(order)) return;
    const subject = document.querySelector<HTMLInputElement>(`#${formId} input[name=subject]`);
    const topic = SUBJECTS[params.get("about") ?? ""] ?? "About order";
    if (subject?.value === "") subject.value = `${topic} ${order}`;
  }, [formId]);
}

/** Lists the ways to reach the shop (specification 2, Contact). */
function ContactDetails({ general }: { general: SiteShell["general"] }) {
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

export async function loader({ context }: Route.LoaderArgs) {
  const heroes = await findHeroes(context.get(depsContext).db, ["contact"]);
  const hero = heroes.contact;
  const head = describeWrittenPage(context, "/contact", {
    title: "Contact",
    description:
      "Write to the atelier, call us or come by: our address in Georgetown, phone, email and opening hours.",
    image: () => hero && toSharedImage(hero),
    jsonLd: (site) => [organizationJsonLd(site)],
  });
  return publicPage({ hero, head }, []);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFlatFormData(request);
  const network = senderNetwork(request);
  return handleMessageForm(context.get(depsContext), { kind: "contact", form, network });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, unsentMessage("contact"));
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = pageMeta;

const sentMessages = {
  title: "Message sent",
  description: "Thank you. We have your message and will reply by email.",
};

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  useOrderSubject("contact-form");
  return (
    <>
      <HeroBand image={loaderData.hero} layout="wide">
        <HeroText
          name="Contact"
          title="Write, call or come by"
          lead="Ask us about a fabric, a fitting or an order. The people who make your clothes will reply."
        />
      </HeroBand>
      <div className="shell section grid gap-x-12 gap-y-20 lg:grid-cols-12">
        <section aria-labelledby="write-title" className="max-w-140 lg:col-span-7">
          <h2 id="write-title" className="display text-3xl">
            Write to us
          </h2>
          <p className="mt-4 mb-10 max-w-[52ch] text-ink-soft">
            About an order? Please include its number. You can also{" "}
            <Link to="/order-lookup" className="link">
              follow your order
            </Link>{" "}
            yourself. You may find your answer on our{" "}
            <Link to="/faq" className="link">
              questions page
            </Link>
            .
          </p>
          <MessageForm
            kind="contact"
            path="/contact"
            actionResult={actionData}
            submit="Send Message"
            sentMessages={sentMessages}
          />
        </section>
        <section aria-labelledby="visit-title" className="lg:col-span-4 lg:col-start-9">
          <h2 id="visit-title" className="display mb-8 text-3xl">
            Visit the atelier
          </h2>
          <ContactDetails general={general} />
        </section>
      </div>
    </>
  );
}
