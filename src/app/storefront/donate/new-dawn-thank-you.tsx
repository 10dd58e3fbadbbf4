import { data } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PERSONAL } from "#app/web/form-page-headers.ts";
import { loaderHeadersOnly } from "#app/web/public-page.ts";
import { formatMoney } from "#core/money-amount.ts";
import { findDonation } from "#features/donations/find-donation.server.ts";
import type { Route } from "./+types/new-dawn-thank-you.ts";
import { DonationOutcome } from "./donation-outcome.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  const donation = sessionId ? await findDonation(context.get(depsContext), sessionId) : null;
  return data(
    donation
      ? { status: donation.status, amount: formatMoney(donation.amount) }
      : { status: "unknown" as const, amount: "" },
    { status: donation ? 200 : 404, headers: PERSONAL },
  );
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your donation | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function NewDawnThankYou({ loaderData }: Route.ComponentProps) {
  return <DonationOutcome {...loaderData} />;
}
