import { productRef } from "#features/catalog/editing/product-change.ts";
import { combinationsOf } from "#features/catalog/editing/product-form.ts";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import type { FilledDashboard } from "./support/fill-dashboard.ts";
import { fillDashboard } from "./support/fill-dashboard.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import type { Owner } from "./support/owner.ts";
import { enterAsOwner } from "./support/owner.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const WARM_UP = 10;
const ROUNDS = 7;
/** Processor time counts in 10 ms. */
const REQUESTS = 10;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

const reads = ({ productId, categoryId }: FilledDashboard): Record<string, string> => ({
  "categories tab": "/admin?tab=categories",
  "category of 2,000 products": `/admin?tab=categories&category=${categoryId}`,
  "products tab": "/admin?tab=products",
  "products, last page": "/admin?tab=products&page=200",
  "products by name": "/admin?tab=products&sort=name",
  "products by price, last page": "/admin?tab=products&sort=-price&page=200",
  "products of one category": `/admin?tab=products&category=${categoryId}`,
  "products of one gender by price": "/admin?tab=products&gender=male&sort=price",
  "products searched": "/admin?tab=products&q=gown",
  "products searched in vain": "/admin?tab=products&q=zeppelin",
  "media tab": "/admin?tab=media",
  "media as a grid, last page": "/admin?tab=media&view=grid&page=500",
  "media searched": "/admin?tab=media&q=cloth-19",
  "media that nothing shows": "/admin?tab=media&show=unused",
  "media that nothing shows, last page": "/admin?tab=media&show=unused&page=490",
  films: "/admin?tab=media&show=video",
  "site images, categories": "/admin?tab=site-images",
  "site images, heroes": "/admin?tab=site-images&part=heroes",
  "settings tab": "/admin?tab=settings",
  "settings, shipping": "/admin?tab=settings&part=shipping",
  "product form": `/admin/products/edit/${productId}`,
  "new product's form": "/admin/products/new",
  "pictures to choose from": "/admin/media-choices?page=400",
  activity: "/admin/activity",
  "activity, last page": "/admin/activity?page=160",
  "search of everything": "/admin/search?q=gown",
});

type Bench = { shop: MeasuredShop; owner: Owner; filled: FilledDashboard };

async function costOfRead({ shop, owner }: Bench, path: string): Promise<number> {
  const request = (count: number) =>
    sendRequests({
      port: shop.port,
      count,
      connections: 1,
      cookie: owner.cookie,
      path: () => path,
    });
  await request(WARM_UP);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorMs(shop.pids);
    await request(REQUESTS);
    costs.push((processorMs(shop.pids) - before) / REQUESTS);
  }
  return median(costs);
}

/** `again` resets the write, uncounted. */
async function costOfWrite(
  { shop }: Bench,
  times: number,
  write: () => Promise<unknown>,
  again: () => Promise<unknown> = async () => undefined,
): Promise<{ processor: number; clock: number }> {
  const costs: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let cost = 0;
    for (let time = 0; time < times; time += 1) {
      const before = processorMs(shop.pids);
      const startedMs = performance.now();
      await write();
      waits.push(performance.now() - startedMs);
      cost += processorMs(shop.pids) - before;
      await again();
    }
    costs.push(cost / times);
  }
  return { processor: median(costs), clock: median(waits.slice(1)) };
}

async function productSaves({ shop, owner, filled }: Bench) {
  const images = await shop.client.query<{ id: string }>(
    "select media_id as id from product_images limit 2",
  );
  const colors = [
    { hex: "#FF0000", name: "Red" },
    { hex: "#0000FF", name: "Blue" },
  ];
  const sizes = ["XS", "S", "M", "L", "XL"];
  const mediaIds = [...new Set(images.rows.map(({ id }) => id))];
  const form = {
    intent: "save-product",
    save: "publish",
    gender: "female",
    garmentType: "dress",
    categoryId: filled.categoryId,
    name: "Measured Gown",
    slug: "measured-gown",
    price: "249.50",
    description: "Cut in Georgetown for long days and warm evenings. ".repeat(8),
    inStock: "on",
    sizes,
    colors,
    variants: combinationsOf({ sizes, colors }).map(({ color, size }) => {
      return { size, color, kind: "made_to_order" };
    }),
    images: mediaIds.map((mediaId) => ({ mediaId, altText: "" })),
    primaryImage: mediaIds[0],
  };
  await owner.submit("/admin/products/new", form);
  const { rows } = await shop.client.query<{ id: string }>(
    "select id from products where slug = 'measured-gown'",
  );
  const path = `/admin/products/edit/${rows[0]?.id}`;
  let version = 1;
  return async () => {
    await owner.submit(path, { ...form, version, name: `Measured Gown ${version}` });
    version += 1;
  };
}

async function bulkChanges({ shop, owner }: Bench) {
  const { rows } = await shop.client.query<{ id: string; version: number }>(
    "select id, version from products where deleted_at is null and not featured order by id limit 50",
  );
  let times = 0;
  return async () => {
    await owner.submit("/admin?tab=products", {
      intent: "change-products",
      products: rows.map(({ id, version }) => productRef({ id, version: version + times })),
      change: times % 2 === 0 ? "feature" : "not-feature",
    });
    times += 1;
  };
}

async function costsOfWrites(bench: Bench) {
  const { shop, owner, filled } = bench;
  const categories = "/admin?tab=categories";
  let version = 1;
  let announced = 0;
  const rename = async () => {
    const name = version % 2 === 1 ? "Sunday Best" : "Everyday";
    await owner.submit(categories, {
      intent: "update-category",
      id: filled.categoryId,
      version,
      name,
    });
    version += 1;
  };
  const announce = async () => {
    await owner.submit("/admin?tab=settings&part=notices", {
      intent: "save-settings",
      version: { announcement: announced },
      announcement: { text: `Number ${announced}` },
    });
    announced += 1;
  };
  const remove = () =>
    owner.submit(categories, { intent: "delete-category", id: filled.categoryId, version });
  const putBack = async () => {
    const { rows } = await shop.client.query<{ id: string }>(
      "select id from audit_log order by created_at desc, id desc limit 1",
    );
    await owner.submit("/admin/activity", {
      intent: "restore",
      subject: "category",
      entryId: rows[0]?.id,
      version: 0,
    });
    version = 1;
  };
  return {
    "saving a product": await costOfWrite(bench, 5, await productSaves(bench)),
    "changing 50 products": await costOfWrite(bench, 5, await bulkChanges(bench)),
    "saving settings": await costOfWrite(bench, 5, announce),
    "renaming a category of 2,000 products": await costOfWrite(bench, 1, rename),
    "deleting a category of 2,000 products": await costOfWrite(bench, 1, remove, putBack),
  };
}

/** The admin's pages and writes with 10,000 products and 20,000 media items. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  const filled = await fillDashboard(shop.client);
  const bench = { shop, owner: await enterAsOwner(shop), filled };
  const bareCosts = [await costOfRequest(bare, BARE)];
  const costs: [string, number][] = [];
  for (const [name, path] of Object.entries(reads(filled))) {
    costs.push([name, await costOfRead(bench, path)]);
  }
  for (const [name, { processor, clock }] of Object.entries(await costsOfWrites(bench))) {
    console.log(`  ${name}: ${clock.toFixed(0)} ms by the clock`);
    costs.push([name, processor]);
  }
  bareCosts.push(await costOfRequest(bare, BARE));
  const scale = BARE_REQUEST_US / median(bareCosts);
  console.log(`  scale ${scale.toFixed(2)}`);
  return costs.map(([name, cost]) => ({
    subject: `${name}, median in processor ms`,
    value: cost * scale,
  }));
}
