import { depsContext } from "#app/web/context.ts";
import { findReadyPage } from "#features/garments/scheduling/need-by.server.ts";
import type { Route } from "./+types/ready-days.ts";

const HEADERS = { "Cache-Control": "no-store" };

/** When one Custom garment is ready to leave, by the queue of now; for the product's page, which is stored. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const destination = { country: "GY", city: "" };
  const requested = { productId: params.id, destination, needBy: null };
  const page = await findReadyPage(context.get(depsContext), requested);
  if (!page?.ready) return Response.json(null, { status: 404, headers: HEADERS });
  const { isBusy, ready } = page;
  return Response.json({ ready, isBusy }, { headers: HEADERS });
}
