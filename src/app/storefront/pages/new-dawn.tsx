import type { ReactNode } from "react";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { toSharedImage } from "#app/seo/shared-image.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { formPageHeaders } from "#app/web/form-page-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { publicPage } from "#app/web/public-page.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import { Accordion } from "#ui/accordion.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { DonationFormResult } from "../donate/donate-form.server.ts";
import { handleDonationForm } from "../donate/donate-form.server.ts";
import { DonateForm, unopenedDonation } from "../donate/donate-form.tsx";
import type { Route } from "./+types/new-dawn.ts";
import type { MessageFormResult } from "./message-form.server.ts";
import { handleMessageForm } from "./message-form.server.ts";
import { MessageForm, unsentMessage } from "./message-form.tsx";
import { HeroText } from "./page-head.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

/** What New Dawn is for (specification 2, Non-profit home page). */
function NewDawnMission() {
  return (
    <section aria-labelledby="mission-title" className="ground-forest">
      <div className="shell section">
        <h2 id="mission-title" className="eyebrow text-paper/70">
          Our mission
        </h2>
        <p className="display mt-8 max-w-[30ch] text-3xl leading-tight lg:text-4xl lg:leading-[1.12]">
          That no woman in Guyana has to stay where she is not safe because she cannot earn. We
          teach a trade, lend the first tools, and stay until the business stands by itself.
        </p>
      </div>
    </section>
  );
}

/** Our founder's story with its two folds (specification 2, Non-profit home page). */
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
            Before there was a fashion house there was a spare room, a second-hand sewing machine,
            and a neighbour who needed somewhere to be in the afternoons. Our founder gave her the
            key.
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
                    They began with school uniforms, because every street needs them and nobody asks
                    who made them. By the end of the term the two of them had more orders than
                    daylight, and the neighbour had something she had not had before: money that was
                    hers, earned in a place that was safe.
                  </p>
                  <p>
                    Our founder saw that the sewing was the smaller part of it. What changed a life
                    was the price list written in her own hand, the first customer who came back,
                    the notebook in which what came in was more than what went out. So that is what
                    New Dawn teaches: a craft, and then the business of it.
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
                    A woman who works for herself rarely stays alone with it. She needs somebody to
                    cut, then somebody to deliver, then somebody to mind the table on a market day,
                    and she asks those who are where she once was.
                  </p>
                  <p>
                    Her children see a parent who signs for her own parcels. The lender on the
                    corner loses a customer and the seamstress next door gains a colleague. One key,
                    given once, keeps opening doors; we only try to have more of them cut.
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

const sentMessages = {
  title: "Thank you for stepping forward",
  description: "Your message is with New Dawn. A person will write to you about where you fit.",
};

type FormsResult = MessageFormResult | DonationFormResult;

/** Donate and Volunteer (specification 2, Non-profit home page; decision S7). */
function HowYouCanHelp({ result }: { result: FormsResult | undefined }) {
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
            text="A gift buys cloth to learn on, repairs a machine, pays a bus fare to the workroom. It is no purchase and needs no account; a receipt comes by email."
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
  const heroes = await findHeroes(context.get(depsContext).db, ["new-dawn"]);
  const hero = heroes["new-dawn"];
  const head = describeWrittenPage(context, "/new-dawn", {
    title: "New Dawn",
    description:
      "Our non-profit empowers women in vulnerable situations as entrepreneurs: a trade, the first tools, and company until the business stands.",
    picture: () => hero && toSharedImage(hero),
  });
  return publicPage({ hero, head });
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFlatFormData(request);
  if (form.get("form") === "donation") return handleDonationForm(deps, form);
  return handleMessageForm(deps, "volunteer", form);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const isDonation = form.get("form") === "donation";
  const unsent: FormsResult = isDonation ? unopenedDonation() : unsentMessage("volunteer");
  return submitForm(serverAction, unsent);
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = pageMeta;

export default function NewDawn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <HeroBand image={loaderData.hero} picture="half">
        <HeroText
          name="New Dawn"
          title="Her own work, her own name over the door"
          lead="New Dawn empowers women in vulnerable situations to become entrepreneurs: with a craft, the first tools, and people who stay."
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
      <HowYouCanHelp result={actionData} />
      <section aria-labelledby="line-title" className="shell section text-center">
        <p className="eyebrow">The fashion line</p>
        <h2 id="line-title" className="display mx-auto mt-4 max-w-[18ch] text-4xl">
          Wear what it made possible
        </h2>
        <p className="mx-auto mt-6 max-w-[52ch] text-ink-soft">
          The atelier and New Dawn share a roof. What one earns helps to open the other's doors.
        </p>
        <ButtonLink to="/shop" size="lg" className="mt-9">
          Explore the fashion line
        </ButtonLink>
      </section>
    </>
  );
}
