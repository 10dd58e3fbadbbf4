import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { toSharedImage } from "#app/seo/shared-image.ts";
import { depsContext } from "#app/web/context.ts";
import { formPageHeaders } from "#app/web/form-page-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { publicPage } from "#app/web/public-page.ts";
import { sendSafely } from "#app/web/send-safely.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import type { MessageFormResult } from "#features/inbox/message-form-result.ts";
import { unansweredMessage } from "#features/inbox/message-form-result.ts";
import { ButtonLink } from "#ui/button.tsx";
import { handleDonationForm } from "../donate/handle-donation-form.server.ts";
import type { Route } from "./+types/new-dawn.ts";
import { formOf, handleMessageForm } from "./handle-message-form.server.ts";
import { HeroText } from "./hero-text.tsx";
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
    picture: () => hero && toSharedImage(hero),
  });
  return publicPage({ hero, head });
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await formOf(request);
  if (form.get("form") === "donation") return handleDonationForm(deps, form);
  return handleMessageForm(deps, "volunteer", form);
}

export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<MessageFormResult | DonationFormResult> {
  const form = await request.clone().formData();
  const otherwise: MessageFormResult | DonationFormResult =
    form.get("form") === "donation"
      ? { form: "donation", status: "failed", typed: null }
      : unansweredMessage("volunteer");
  return sendSafely<MessageFormResult | DonationFormResult>(serverAction, otherwise);
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
