import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { storedPicture } from "#app/seo/shared-picture.ts";
import { depsContext } from "#app/web/context.ts";
import { formPageHeaders } from "#app/web/form-page-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { publicPage } from "#app/web/public-page.ts";
import { sendSafely } from "#app/web/send-safely.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { DonationAnswer } from "#features/donations/donation-answer.ts";
import type { MessageAnswer } from "#features/inbox/message-answer.ts";
import { unansweredMessage } from "#features/inbox/message-answer.ts";
import { ButtonLink } from "#ui/button.tsx";
import { answerDonation } from "../donate/answer-donation.server.ts";
import type { Route } from "./+types/new-dawn.ts";
import { answerMessage, formOf } from "./answer-message.server.ts";
import { HeroWords } from "./hero-words.tsx";
import { HowYouCanHelp } from "./how-you-can-help.tsx";
import { NewDawnMission, NewDawnStory } from "./new-dawn-story.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const heroes = await findHeroes(context.get(depsContext).db, ["new-dawn"]);
  const hero = heroes["new-dawn"];
  const head = describeWrittenPage(context, "/new-dawn", {
    title: "New Dawn",
    description:
      "Our non-profit empowers women in vulnerable situations as entrepreneurs: a trade, the first tools, and company until the business stands.",
    picture: () => hero && storedPicture(hero),
  });
  return publicPage({ hero, head });
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await formOf(request);
  if (form.get("form") === "donation") return answerDonation(deps, form);
  return answerMessage(deps, "volunteer", form);
}

export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<MessageAnswer | DonationAnswer> {
  const form = await request.clone().formData();
  const otherwise: MessageAnswer | DonationAnswer =
    form.get("form") === "donation"
      ? { form: "donation", status: "failed", typed: null }
      : unansweredMessage("volunteer");
  return sendSafely<MessageAnswer | DonationAnswer>(serverAction, otherwise);
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = pageMeta;

export default function NewDawn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <HeroBand image={loaderData.hero} picture="half">
        <HeroWords
          name="New Dawn"
          title="Her own work, her own name over the door"
          lead="New Dawn empowers women in vulnerable situations to become entrepreneurs: with a craft, the first tools, and people who stay."
        >
          <p className="mt-9 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
            <a href="#help-title" className="link py-2">
              How you can help
            </a>
          </p>
        </HeroWords>
      </HeroBand>
      <NewDawnMission />
      <NewDawnStory />
      <HowYouCanHelp given={actionData} />
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
