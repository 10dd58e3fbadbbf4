import type { ReactNode } from "react";
import { z } from "zod";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { HeroText } from "#app/components/page/page-parts.tsx";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { formPageHeaders, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { formatNumber } from "#core/format-number.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf, promisedEmailText } from "#features/base/mail/outbox.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ImpactTotals } from "#features/sales/impact/impact.ts";
import { formatWork } from "#features/sales/impact/impact.ts";
import { readImpactTotals } from "#features/sales/impact/impact-queries.server.ts";
import { Accordion } from "#ui/accordion.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { DonationFormResult } from "../donate/donate-form.server.ts";
import { handleDonationForm } from "../donate/donate-form.server.ts";
import { DonateForm, unopenedDonation } from "../donate/donate-form.tsx";
import type { Route } from "./+types/new-dawn.ts";
import type { MessageFormResult } from "./message-form.server.ts";
import { handleMessageForm } from "./message-form.server.ts";
import { MessageForm, unsentMessage } from "./message-form.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

/** Says what New Dawn is for (specification 2, Non-profit home page). */
function NewDawnMission() {
  return (
    <section aria-labelledby="mission-title" className="ground-forest">
      <div className="shell section">
        <h2 id="mission-title" className="eyebrow text-paper/70">
          Our mission
        </h2>
        <p className="display mt-8 max-w-[30ch] text-3xl leading-tight lg:text-4xl lg:leading-[1.12]">
          No woman in Guyana should have to stay where she is not safe because she cannot earn a
          living. We teach a trade, lend the first tools, and help until the business supports
          itself.
        </p>
      </div>
    </section>
  );
}

/** Tells how New Dawn began (specification 2, Non-profit home page). */
function NewDawnStory() {
  return (
    <section
      aria-labelledby="story-title"
      className="shell section grid gap-x-12 gap-y-10 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <p className="eyebrow">Our founder's story</p>
        <h2 id="story-title" className="display mt-4 max-w-[12ch] text-4xl">
          One machine, one key
        </h2>
      </div>
      <div className="lg:col-span-7 lg:col-start-6">
        <div className="prose text-lg">
          <p>
            Before the fashion house there was a spare room with a second-hand sewing machine, and a
            neighbour who needed a safe place in the afternoons. Our founder gave her the key.
          </p>
        </div>
        <Accordion
          className="mt-10"
          titles="display"
          items={[
            {
              id: "the-transformation",
              title: <h3>The Transformation</h3>,
              content: (
                <>
                  <p>
                    They began with school uniforms, which every family needs. By the end of the
                    term the two of them had more orders than they could sew, and the neighbour had
                    something she had not had before: her own money, earned in a safe place.
                  </p>
                  <p>
                    Our founder saw that sewing was the smaller part of it. What changed her
                    neighbour's life was setting her own prices, seeing the first customer come
                    back, and earning more than she spent. So New Dawn teaches both: a craft, and
                    how to run a business.
                  </p>
                </>
              ),
            },
            {
              id: "the-ripple-effect",
              title: <h3>The Ripple Effect</h3>,
              content: (
                <>
                  <p>
                    A woman who starts a business soon needs help: someone to cut, someone to
                    deliver, someone to look after the market stall. She often asks women who are in
                    the situation she was once in.
                  </p>
                  <p>
                    Her children see a parent who earns her own living. The money lender loses a
                    customer, and the seamstress next door gains a colleague. Helping one woman
                    helps many, and we want to help more of them.
                  </p>
                </>
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}

/** Nothing to count yet leaves the section out. */
function NewDawnTotals({ totals }: { totals: ImpactTotals }) {
  const { donated, donations, garments, makers, minutes } = totals;
  const rows = [
    { value: formatNumber(makers), label: makers === 1 ? "maker" : "makers", count: makers },
    { value: formatWork(minutes), label: "of paid work on garments", count: minutes },
    {
      value: formatNumber(garments),
      label: garments === 1 ? "finished garment" : "finished garments",
      count: garments,
    },
    {
      value: donated.map(formatMoney).join(" and "),
      label: donations === 1 ? "given in one donation" : `given in ${donations} donations`,
      count: donations,
    },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="totals-title" className="shell section">
      <h2 id="totals-title" className="eyebrow">
        So far
      </h2>
      <dl className="mt-8 grid grid-cols-2 gap-x-8 gap-y-10 border-t border-ink/25 pt-8 lg:grid-cols-4">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="mt-2 text-ink-soft">{label}</dt>
            <dd className="display text-3xl oldstyle-nums lg:text-4xl">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 max-w-[60ch] text-sm text-ink-soft">
        Every number is counted from the atelier's own work records and from donations that arrived,
        less those that were returned. Nobody types them in.
      </p>
    </section>
  );
}

const sentMessages = {
  title: "Thank you for stepping forward",
  description: "Your message is with New Dawn. We will write to you about how you can help.",
};

type FormsResult = MessageFormResult | DonationFormResult;

type HelpProps = { result: FormsResult | undefined; mailRoute: MailRoute };

/** Offers the ways to help (specification 2, Non-profit home page; decision S7). */
function HowYouCanHelp({ mailRoute, result }: HelpProps) {
  const donation =
    "A donation buys cloth for training, repairs a machine or pays a bus fare to the workroom. It is not a purchase and needs no account.";

  return (
    <section aria-labelledby="help-title" className="bg-cloth">
      <div className="shell section">
        <h2 id="help-title" className="display text-4xl">
          How You Can Help
        </h2>
        <div className="mt-12 grid gap-x-16 gap-y-20 md:mt-16 lg:grid-cols-2">
          <Way
            id="donate"
            title="Give what you can"
            text={promisedEmailText(
              { promised: `${donation} We email you a receipt.`, instead: donation },
              mailRoute,
            )}
          >
            <DonateForm
              path="/new-dawn"
              actionResult={result?.form === "donation" ? result : undefined}
            />
          </Way>
          <Way
            id="volunteer"
            title="Give your time"
            text="We look for people who sew, count, repair, drive, translate or simply listen well, for an afternoon or for a year."
          >
            <MessageForm
              kind="volunteer"
              path="/new-dawn"
              actionResult={result?.form === "volunteer" ? result : undefined}
              messageHint="What you would like to do, and when you have time for it."
              submit="Volunteer"
              sentMessages={sentMessages}
            />
          </Way>
        </div>
      </div>
    </section>
  );
}

function Way(props: { id: string; title: string; text: string; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-ink/25 pt-8">
      <h3 id={`${id}-title`} className="display text-3xl">
        {title}
      </h3>
      <p className="mt-4 mb-10 max-w-[48ch] text-ink-soft">{text}</p>
      <div className="max-w-120">{children}</div>
    </section>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(depsContext);
  const [heroes, totals] = await Promise.all([findHeroes(db, ["new-dawn"]), readImpactTotals(db)]);
  const hero = heroes["new-dawn"];
  const head = describeWrittenPage(context, "/new-dawn", {
    title: "New Dawn",
    description:
      "Our non-profit empowers women in vulnerable situations as entrepreneurs: a trade, the first tools, and help until the business supports itself.",
    image: () => hero && toSharedImage(hero),
  });
  return publicPage({ hero, head, totals, mailRoute: mailRouteOf(env) }, ["impact"]);
}

/** The page has two forms. */
const isDonation = (form: FormData) =>
  readFields(form, z.object({ form: buttonText })).form === "donation";

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFlatFormData(request);
  if (isDonation(form)) return handleDonationForm(deps, form);
  const network = senderNetwork(request);
  return handleMessageForm(deps, { kind: "volunteer", form, network });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // biome-ignore lint/plugin: the browser downloads no schema to say which form was not sent
  const form = await request.clone().formData();
  // biome-ignore lint/plugin: as above
  const isUnsentDonation = form.get("form") === "donation";
  const unsent: FormsResult = isUnsentDonation ? unopenedDonation() : unsentMessage("volunteer");
  return submitForm(serverAction, unsent);
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = pageMeta;

export default function NewDawn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <HeroBand image={loaderData.hero} layout="half">
        <HeroText
          name="New Dawn"
          title="Her own work, her own business"
          lead="New Dawn empowers women in vulnerable situations to become entrepreneurs: with a craft, the first tools and lasting support."
        >
          <p className="mt-9 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
            <a href="#help-title" className="link py-2">
              How you can help
            </a>
          </p>
        </HeroText>
      </HeroBand>
      <NewDawnMission />
      <NewDawnStory />
      <NewDawnTotals totals={loaderData.totals} />
      <HowYouCanHelp result={actionData} mailRoute={loaderData.mailRoute} />
      <section aria-labelledby="line-title" className="shell section text-center">
        <p className="eyebrow">The fashion line</p>
        <h2 id="line-title" className="display mx-auto mt-4 max-w-[18ch] text-4xl">
          Shop and support New Dawn
        </h2>
        <p className="mx-auto mt-6 max-w-[52ch] text-ink-soft">
          The atelier and New Dawn share a workroom, and the atelier helps to pay for New Dawn's
          work.
        </p>
        <ButtonLink to="/shop" size="lg" className="mt-9">
          Explore the fashion line
        </ButtonLink>
      </section>
    </>
  );
}
