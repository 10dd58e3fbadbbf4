import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { CollectionCards } from "./collection-cards.tsx";

const collection = (path: string, image: MenuCollection["image"]): MenuCollection => ({
  name: path,
  description: "Stunning formal wear",
  path: `/collections/${path}`,
  image,
});

const IMAGE = { id: "0198f000-0000-7000-8000-000000000001", alt: "", focalX: 0.5, focalY: 0.5 };

function cards(collections: readonly MenuCollection[]): string {
  const element = <CollectionCards collections={collections} look="row" />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("collections of an empty shop are names and no blank tiles", () => {
  const html = cards([collection("gowns", null), collection("suits", null)]);
  expect(html).toContain("gowns");
  expect(html).not.toContain("bg-cloth");
});

test("beside collections with an image every card has a tile, so that the names stand in a row", () => {
  const html = cards([collection("gowns", IMAGE), collection("suits", null)]);
  expect(html.match(/bg-cloth/g)).toHaveLength(2);
  expect(html.match(/<img/g)).toHaveLength(1);
});
