import { useEffect } from "react";
import { data, useRevalidator } from "react-router";
import { loaderHeadersOnly, PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText, mailRouteOf } from "#features/base/mail/outbox.ts";
import { findDonation } from "#features/sales/payments/sweep-payments.server.ts";
import { ButtonLink, Spinner } from "#ui/button.tsx";
import type { Route } from "./+types/new-dawn-thank-you.ts";

type Props = {
  status: "pending" | "completed" | "expired" | "unknown";
  amount: string;
  /** How the receipt leaves. */
  mailRoute: MailRoute;
};

const POLL_MS = 3_000;

const messages = {
  completed: {
    title: "Thank you",
    text: (amount: string, mailRoute: MailRoute) =>
      `Your gift of ${amount} has reached New Dawn. ${emailedText("A receipt is on its way to your email.", mailRoute)}`,
  },
  pending: {
    title: "One moment",
    text: (amount: string, mailRoute: MailRoute) =>
      `We are waiting for the payment provider to confirm your gift of ${amount}. ${emailedText("The receipt comes by email, also when you close this page.", mailRoute)}`,
  },
  expired: {
    title: "Nothing was charged",
    text: () => "The payment page was closed before the gift was made. You can try again any time.",
  },
  unknown: {
    title: "Donation not found",
    text: () =>
      "We found no donation at this address. If you completed a payment, please contact us and we look it up.",
  },
} as const;

/** Polls until the donation is confirmed. */
function DonationOutcome({ status, amount, mailRoute }: Props) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (status !== "pending") return;
    const timer = setInterval(() => void revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [status, revalidate]);
  const { title, text } = messages[status];
  return (
    <div className="shell flex min-h-[70svh] flex-col justify-center py-20" aria-live="polite">
      <p className="eyebrow">New Dawn</p>
      <h1 className="display mt-5 text-4xl">{title}</h1>
      <p className="mt-5 flex max-w-[52ch] items-baseline gap-3 text-lg text-ink-soft">
        {status === "pending" && <Spinner className="size-4 shrink-0" />}
        {text(amount, mailRoute)}
      </p>
      <div className="mt-10 flex flex-col gap-3 sm:flex-row">
        {status === "completed" || status === "pending" ? (
          <ButtonLink to="/shop" size="lg">
            Explore the fashion line
          </ButtonLink>
        ) : (
          <ButtonLink to={status === "expired" ? "/new-dawn#donate" : "/contact"} size="lg">
            {status === "expired" ? "Try again" : "Contact us"}
          </ButtonLink>
        )}
        <ButtonLink to="/new-dawn" size="lg" variant="secondary">
          Back to New Dawn
        </ButtonLink>
      </div>
    </div>
  );
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  const deps = context.get(depsContext);
  const donation = sessionId ? await findDonation(deps, sessionId) : null;
  const mailRoute = mailRouteOf(deps.env);
  return data(
    donation
      ? { status: donation.status, amount: formatMoney(donation.amount), mailRoute }
      : { status: "unknown" as const, amount: "", mailRoute },
    { status: donation ? 200 : 404, headers: PRIVATE },
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
