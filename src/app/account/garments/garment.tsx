import { actorContext, depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { findGarmentFit } from "#features/garments/alterations/garment-fit.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { AccountError, accountMeta } from "../account-page.tsx";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/garment.ts";
import { GarmentFitForms } from "./garment-fit.tsx";
import { changeGarmentFit } from "./garment-fit-action.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const key = { actor, garmentId: params.garment };
  const found = await findGarmentFit(context.get(depsContext), key);
  if (!found.ok) return found.error === "forbidden" ? refuseAccount() : notFound();
  if (found.value.orderId !== params.id) return notFound();
  return { fit: found.value, saved: url.searchParams.get("saved") };
}

export function action({ context, params, request }: Route.ActionArgs) {
  return changeGarmentFit(context.get(depsContext), {
    key: { actor: context.get(actorContext), garmentId: params.garment },
    here: `/profile/orders/${params.id}/garments/${params.garment}`,
    request,
  });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("How it fits", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Garment({ actionData, loaderData }: Route.ComponentProps) {
  const { fit, saved } = loaderData;
  return (
    <div className="shell pt-6 pb-24 md:pt-10">
      <Breadcrumbs
        items={[
          { label: "My Account", to: "/profile" },
          { label: "Orders", to: "/profile/orders" },
          { label: fit.orderNumber, to: `/profile/orders/${fit.orderId}` },
          { label: fit.name },
        ]}
      />
      <h1 className="display mt-8 text-3xl md:mt-12">{fit.name}</h1>
      <GarmentFitForms fit={fit} result={actionData} saved={saved} />
    </div>
  );
}
