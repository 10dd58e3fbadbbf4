import { Agent, request } from "node:http";
import type { Client } from "pg";
import { createCheckoutLoad, PUBLIC_URL, stockUp, visitor } from "./place-orders/checkout-load.ts";
import { percentile, requestAtRate } from "./place-orders/open-loop.ts";
import type { Metric } from "./support/metric.ts";
import { LOAD_CORE } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const SECONDS = 30;
const CHECKOUTS_PER_SECOND = 20;
const VIEWS_PER_SECOND = 100;
/** 12 to 71 suffice for every order, and each order changes a count below 100. */
const SMALL_STOCK = "12 + numbered.row % 60";

type View = { path: string; state: string | undefined };

function createViewer(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const views: View[] = [];
  const view = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        host: new URL(PUBLIC_URL).host,
        "x-forwarded-for": visitor(),
        "accept-encoding": "gzip, deflate, br",
      };
      request({ port, path, agent, headers }, (response) => {
        response.resume().on("end", () => {
          if (response.statusCode !== 200) {
            reject(new Error(`${response.statusCode} for ${path}`));
            return;
          }
          views.push({ path, state: response.headers["x-page-cache"]?.toString() });
          resolve();
        });
      })
        .on("error", reject)
        .end();
    });
  return { views, view, close: () => agent.destroy() };
}

async function smallStock(client: Client): Promise<void> {
  await client.query(
    `update product_variants v set stock_count = ${SMALL_STOCK}
       from (select id, row_number() over (order by id)::int as row from product_variants) as numbered
      where numbered.id = v.id and v.stock_count is not null`,
  );
  await client.query("update content_version set version = version + 1");
}

const shareFromMemory = (views: readonly View[]) =>
  views.filter(({ state }) => state === "hit").length / views.length;

/** Cached page views while 20 visitors per second start a checkout and 100 view products. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: { PUBLIC_URL, PICTURES: "when-asked" },
    databaseCore: LOAD_CORE,
  });
  const quantity = await stockUp(shop.client);
  await smallStock(shop.client);
  const products = [...new Set(quantity.map(({ id }) => `/product/${id}`))];
  const listings = ["/", "/shop", "/catalog", "/collections/evening-elegance"];
  const pathOf = (index: number) => {
    const from = index % 10 === 0 ? listings : products;
    return from[Math.floor(Math.random() * from.length)] ?? "/shop";
  };
  const viewer = createViewer(shop.port);
  for (const path of [...products, ...listings, ...products]) await viewer.view(path);
  viewer.views.length = 0;
  const load = createCheckoutLoad(shop.port, quantity);
  const [orders, views] = await Promise.all([
    requestAtRate({
      perSecond: CHECKOUTS_PER_SECOND,
      count: CHECKOUTS_PER_SECOND * SECONDS,
      request: load.order,
    }),
    requestAtRate({
      perSecond: VIEWS_PER_SECOND,
      count: VIEWS_PER_SECOND * SECONDS,
      request: (index) => viewer.view(pathOf(index)),
    }),
  ]);
  load.close();
  viewer.close();
  for (const failure of [...orders.failures, ...views.failures].slice(0, 5)) console.error(failure);
  const isProduct = ({ path }: View) => path.startsWith("/product/");
  const p99 = percentile(views.latenciesMs, 0.99);
  console.log(`  ${viewer.views.length} views, p99 ${p99.toFixed(1)} ms by the clock`);
  return [
    {
      subject: "product pages from memory at 20 checkouts a second, share",
      value: shareFromMemory(viewer.views.filter(isProduct)),
    },
    {
      subject: "listings from memory at 20 checkouts a second, share",
      value: shareFromMemory(viewer.views.filter((view) => !isProduct(view))),
    },
    { subject: "checkouts that failed", value: orders.failures.length },
    { subject: "views that failed", value: views.failures.length },
  ];
}
