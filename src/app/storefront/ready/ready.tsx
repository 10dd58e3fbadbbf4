import { data, Link } from "react-router";
import { countryOptions } from "#app/components/address/country-options.ts";
import { DELIVERY_FILTER, readDestination } from "#app/components/delivery/need-by-filters.ts";
import { NeedByForm, NeedByNotice, UsualArrivals } from "#app/components/delivery/ready-days.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { fitPagePath, productPath } from "#app/components/product/product-url.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { findReadyPage, needByProblem } from "#features/garments/scheduling/need-by.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/ready.ts";

/** The response is never stored, because the queue changes with every order. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const query = url.searchParams;
  const destination = readDestination(query);
  const day = (query.get("day") ?? "").slice(0, 10);
  const today = dayOf(deps.clock.now());
  const error = day === "" ? null : needByProblem(day, today);
  const needBy = day === "" || error ? null : day;
  const page = await findReadyPage(deps, { productId: params.id, destination, needBy });
  const { near, rest } = countryOptions();
  return data(
    {
      page,
      error,
      day,
      today,
      to: destination.country,
      id: params.id,
      countries: [...near, ...rest],
    },
    { status: page ? (error ? 422 : 200) : 404, headers: PRIVATE },
  );
}

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.page ? `${loaderData.page.name}: when it arrives` : "Product Not Found" },
  { name: "robots", content: "noindex" },
];

export default function Ready({ loaderData }: Route.ComponentProps) {
  const { countries, day, error, id, page, to, today } = loaderData;
  if (!page) return <ProductNotFound />;
  return (
    <div className="shell py-10 md:py-16">
      <div className="mx-auto max-w-160">
        <p>
          <Link
            to={`${productPath(id)}?size=${CUSTOM_SIZE}`}
            className="link inline-block py-2.5 text-sm"
          >
            {page.name}
          </Link>
        </p>
        <h1 className="display mt-2 text-3xl">When would it arrive?</h1>
        <UnreadableFilters filters={[DELIVERY_FILTER]} shown="page" />
        <section aria-labelledby="usual" className="mt-8 border-t border-line pt-6">
          <h2 id="usual" className="display mb-3 text-xl">
            Made to your measurements
          </h2>
          <UsualArrivals page={page} />
        </section>
        <section aria-labelledby="by-day" className="mt-8 border-t border-line pt-6">
          <h2 id="by-day" className="display mb-4 text-xl">
            Need it by a certain day?
          </h2>
          <NeedByForm countries={countries} day={day} error={error} to={to} today={today} />
          <div role="status" className="mt-6">
            {page.outcome && (
              <NeedByNotice outcome={page.outcome}>
                {page.outcome.kind !== "no" && (
                  <p className="mt-2">
                    Give your measurements, then choose this day at the checkout.
                  </p>
                )}
              </NeedByNotice>
            )}
          </div>
        </section>
        <ButtonLink to={fitPagePath(id, null)} size="lg" className="mt-8 w-full">
          Give Your Measurements
        </ButtonLink>
      </div>
    </div>
  );
}
