import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { productPath } from "#app/components/product/product-url.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { GarmentLabel as Label } from "#features/sales/impact/impact.ts";
import { describeMaterial, formatWork, nameMakers } from "#features/sales/impact/impact.ts";
import { findGarmentLabel } from "#features/sales/impact/impact-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/garment-label.ts";
import { MakerList } from "./maker-list.tsx";

/** The page behind the QR code of a garment's label is public, and shows nothing about its owner. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const label = await findGarmentLabel(context.get(depsContext).db, params.token);
  if (!label) throw data(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return publicPage(label, ["impact"]);
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Who made it: ${loaderData.productName}` : "Label not found" },
  { name: "robots", content: "noindex" },
];

function leadOf({ finishedAt, isRemake, makers, minutes, unnamed }: Label): string {
  const names = nameMakers(makers, unnamed);
  const work = names ? `Made by ${names} in ${formatWork(minutes)}` : "";
  const again = isRemake ? ", made again to fit better" : "";
  if (!finishedAt) return work ? `${work} so far. It is not finished yet.` : "Work has not begun.";
  return `${work || "Made"}${again} in Georgetown, Guyana, finished on ${formatDay(finishedAt)}.`;
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return (
    <section aria-labelledby={id} className="border-t border-ink/25 pt-8">
      <h2 id={id} className="eyebrow">
        {title}
      </h2>
      <div className="mt-6">{children}</div>
    </section>
  );
}

export default function GarmentLabel({ loaderData }: Route.ComponentProps) {
  const { makers, materials, productId, productName } = loaderData;
  return (
    <div className="shell pt-12 pb-24 md:pt-20 md:pb-36">
      <p className="eyebrow">Made for one person</p>
      <h1 className="display mt-4 max-w-[16ch] text-4xl">{productName}</h1>
      <p className="mt-6 max-w-[46ch] text-lg text-ink-soft">{leadOf(loaderData)}</p>
      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        {makers.length > 0 && (
          <Facts title="Who made it">
            <MakerList makers={makers} showsWork />
          </Facts>
        )}
        {materials.length > 0 && (
          <Facts title="What it is made of">
            <ul className="space-y-3">
              {materials.map((material) => (
                <li key={material.name}>{describeMaterial(material)}</li>
              ))}
            </ul>
          </Facts>
        )}
      </div>
      <p className="mt-16 flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-8">
        {productId && <ButtonLink to={productPath(productId)}>See this design</ButtonLink>}
        <Link to="/new-dawn" className="link py-2">
          About New Dawn
        </Link>
        <Link to="/order-lookup" className="link py-2">
          Is it yours? Find your order
        </Link>
      </p>
    </div>
  );
}
