import { redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { drawSocialCard, socialCardPath } from "#features/base/media/draw-social-card.server.ts";
import type { SocialCard } from "#features/base/media/social-card.ts";
import { collectionOfCardKey, HOUSE_CARD } from "#features/base/media/social-card.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { COLLECTIONS, isCollectionSlug } from "#features/catalog/listing/collection.ts";
import { findCollectionHero } from "#features/catalog/listing/listing-queries.server.ts";
import type { Route } from "./+types/social-card-route.ts";
import { collectionCard, houseCard, productCard } from "./social-cards.server.ts";

const UNKEPT = { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" };

async function findCard({ db, siteFacts }: AppDeps, key: string): Promise<SocialCard | null> {
  const facts = await siteFacts();
  if (key === HOUSE_CARD) return houseCard(facts);
  const { siteName } = facts.shell.general;
  const slug = collectionOfCardKey(key) ?? undefined;
  if (isCollectionSlug(slug)) {
    const collection = COLLECTIONS[slug];
    return collectionCard(collection, await findCollectionHero(db, collection), siteName);
  }
  const product = await findProduct(db, key);
  return product && productCard(product, siteName);
}

/** The URL contains the version, so caches store it forever. Other versions redirect without rendering. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const deps = context.get(depsContext);
  const key = params.key.toLowerCase();
  const card = await findCard(deps, key);
  if (!card) return new Response("Not Found", { status: 404, headers: UNKEPT });
  const path = socialCardPath(key, card);
  if (new URL(request.url).pathname !== path) return redirect(path, { headers: UNKEPT });

  const etag = `"${params.file}"`;
  const headers = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "image/jpeg",
    etag,
  };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const body = new Uint8Array(await drawSocialCard(deps, { key, card }));
  return new Response(body, {
    headers: { ...headers, "content-length": String(body.byteLength) },
  });
}
