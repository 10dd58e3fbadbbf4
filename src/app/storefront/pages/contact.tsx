import { Link, useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { organizationJsonLd } from "#app/seo/organization-json-ld.ts";
import { toSharedImage } from "#app/seo/shared-image.ts";
import { depsContext } from "#app/web/context.ts";
import { formPageHeaders } from "#app/web/form-page-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { publicPage } from "#app/web/public-page.ts";
import { sendSafely } from "#app/web/send-safely.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import { unansweredMessage } from "#features/inbox/message-form-result.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/contact.ts";
import { ContactDetails } from "./contact-details.tsx";
import { formOf, handleMessageForm } from "./handle-message-form.server.ts";
import { HeroText } from "./hero-text.tsx";
import { MessageForm } from "./message-form.tsx";
import { describeWrittenPage } from "./static-page.server.ts";
import { useOrderSubject } from "./use-order-subject.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const heroes = await findHeroes(context.get(depsContext).db, ["contact"]);
  const hero = heroes.contact;
  const head = describeWrittenPage(context, "/contact", {
    title: "Contact",
    description:
      "Write to the atelier, call us or come by: our address in Georgetown, phone, email and opening hours.",
    picture: () => hero && toSharedImage(hero),
    jsonLd: (site) => [organizationJsonLd(site)],
  });
  return publicPage({ hero, head });
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleMessageForm(context.get(depsContext), "contact", await formOf(request));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendSafely(serverAction, unansweredMessage("contact"));
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = pageMeta;

const sentWords = {
  title: "Message sent",
  description: "Thank you. It is with us now, and a person will answer you by email.",
};

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  useOrderSubject("contact-form");
  return (
    <>
      <HeroBand image={loaderData.hero} picture="wide">
        <HeroText
          name="Contact"
          title="Write, call or come by"
          lead="A question about cloth, a fitting, an order on its way: you reach the people who do the work."
        />
      </HeroBand>
      <div className="shell section grid gap-x-12 gap-y-20 lg:grid-cols-12">
        <section aria-labelledby="write-title" className="max-w-140 lg:col-span-7">
          <h2 id="write-title" className="display text-3xl">
            Write to us
          </h2>
          <p className="mt-4 mb-10 max-w-[52ch] text-ink-soft">
            About an order? Its number helps us answer in one go, and you can always{" "}
            <Link to="/order-lookup" className="link">
              follow your order
            </Link>{" "}
            yourself. Many things are answered already on our{" "}
            <Link to="/faq" className="link">
              questions page
            </Link>
            .
          </p>
          <MessageForm
            kind="contact"
            path="/contact"
            given={actionData}
            submit="Send Message"
            sentWords={sentWords}
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
