import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { countryOptions } from "#app/components/address/country-options.ts";
import { NEED_BY_FILTERS, readDestination } from "#app/components/delivery/need-by-filters.ts";
import { lineCode, readLineCodes } from "#app/components/delivery/need-by-url.ts";
import { NeedByForm, NeedByNotice, UsualArrivals } from "#app/components/delivery/ready-days.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { formatLongDay } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import {
  agreeNeedBy,
  findNeedBy,
  needByProblem,
  withdrawNeedBy,
} from "#features/garments/scheduling/need-by.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/need-by.ts";

/** What the URL asks. The path back has the cart that the lines are in. */
function readNeedBy(query: URLSearchParams) {
  return {
    lines: readLineCodes(query.getAll("line")),
    destination: readDestination(query),
    day: (query.get("day") ?? "").slice(0, 10),
    back: query.get("from") === "cart" ? "/cart/simple" : "/checkout",
  };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const requested = readNeedBy(url.searchParams);
  const today = dayOf(deps.clock.now());
  const error = requested.day === "" ? null : needByProblem(requested.day, today);
  const found = await findNeedBy(deps, {
    ...requested,
    actor: context.get(actorContext),
    needBy: requested.day === "" || error ? null : requested.day,
  });
  const { near, rest } = countryOptions();
  return data(
    { requested, error, today, page: found.ok ? found.value : null, countries: [...near, ...rest] },
    { status: found.ok ? (error ? 422 : 200) : 404, headers: PRIVATE },
  );
}

/** Stores the agreed day, or removes it; the order's prices follow. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { back, day: _, ...wanted } = readNeedBy(url.searchParams);
  const actor = context.get(actorContext);
  const form = await readFlatFormData(request);
  const { day, intent } = readFields(form, z.object({ intent: buttonText, day: buttonText }));
  if (intent === "withdraw") {
    await withdrawNeedBy(deps, { ...wanted, actor });
    return redirect(back, { status: 303, headers: PRIVATE });
  }
  const acceptsRush = intent === "rush";
  const agreed = await agreeNeedBy(deps, { ...wanted, actor, needBy: day, acceptsRush });
  if (agreed.ok) return redirect(back, { status: 303, headers: PRIVATE });
  const status = agreed.error.code === "changed" ? 409 : 422;
  return data({ refusal: agreed.error }, { status, headers: PRIVATE });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = () => [
  { title: "Need it by a certain day?" },
  { name: "robots", content: "noindex" },
];

const REFUSED =
  "Someone ordered meanwhile, so the answer below is a new one. Please look at it before you go on.";

/** Each product once: two people's suits are "2 × ...". */
function listNames(lines: readonly { name: string; quantity: number }[]): string {
  const counts = new Map<string, number>();
  for (const { name, quantity } of lines) counts.set(name, (counts.get(name) ?? 0) + quantity);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
}

export default function NeedBy({ actionData, loaderData }: Route.ComponentProps) {
  const { requested, countries, error, page, today } = loaderData;
  const { back } = requested;
  const backLabel = back === "/checkout" ? "Back to the checkout" : "Back to the cart";
  if (!page) {
    return (
      <EmptyState
        title="There is no made-to-measure piece here"
        action={<ButtonLink to={back}>{backLabel}</ButtonLink>}
      >
        Only what is made for you has a day that the atelier can plan.
      </EmptyState>
    );
  }
  const { agreed, lines, outcome } = page;
  return (
    <div className="mx-auto max-w-160">
      <h1 className="display text-3xl">Need it by a certain day?</h1>
      <p className="mt-3 text-ink-soft">{listNames(lines)}</p>
      <UnreadableFilters filters={NEED_BY_FILTERS} shown="page" />
      {actionData?.refusal && (
        <div className="mt-6">
          <Notice kind="warning" title="Nothing was changed">
            {actionData.refusal.code === "invalid" ? actionData.refusal.message : REFUSED}
          </Notice>
        </div>
      )}
      {agreed && (
        <div className="mt-6">
          <Notice
            kind="success"
            title={`Planned for ${formatLongDay(agreed.day)}${agreed.rush ? ", with rush" : ""}`}
          >
            <Form method="post">
              <button type="submit" name="intent" value="withdraw" className="link min-h-11">
                Go on without a day
              </button>
            </Form>
          </Notice>
        </div>
      )}
      <section aria-labelledby="usual" className="mt-8 border-t border-line pt-6">
        <h2 id="usual" className="display mb-3 text-xl">
          Without a certain day
        </h2>
        <UsualArrivals page={page} />
      </section>
      <section aria-labelledby="by-day" className="mt-8 border-t border-line pt-6">
        <h2 id="by-day" className="display mb-4 text-xl">
          By a day of yours
        </h2>
        <NeedByForm
          countries={countries}
          error={error}
          today={today}
          day={requested.day}
          to={requested.destination.country}
        >
          {requested.lines.map((line) => (
            <input key={line.specification} type="hidden" name="line" value={lineCode(line)} />
          ))}
          {back !== "/checkout" && <input type="hidden" name="from" value="cart" />}
        </NeedByForm>
        <div role="status" className="mt-6">
          {outcome && (
            <NeedByNotice outcome={outcome}>
              {outcome.kind !== "no" && (
                <Form method="post" className="mt-4">
                  <input type="hidden" name="day" value={outcome.day} />
                  <Button type="submit" name="intent" value={outcome.kind} className="w-full">
                    {outcome.kind === "rush"
                      ? `Add rush for ${formatMoney(outcome.price)}`
                      : `Plan it for ${formatLongDay(outcome.day)}`}
                  </Button>
                </Form>
              )}
            </NeedByNotice>
          )}
        </div>
      </section>
      <p className="mt-8">
        <Link to={back} className="link inline-block py-2.5">
          {backLabel}
        </Link>
      </p>
    </div>
  );
}
