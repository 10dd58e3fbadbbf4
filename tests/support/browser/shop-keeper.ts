import { setCurrentShop } from "../shop/current-shop.ts";
import type { Shop, ShopOptions } from "../shop/shop.ts";
import { startShop } from "../shop/shop.ts";
import { preparedRun } from "./shop-run.ts";

/** One for each worker: gives every test file, at every repetition, a shop of its own (ADR 0046). */
export class ShopKeeper {
  #open: { key: string; shop: Shop } | null = null;

  /** The shop of the file, which the file's earlier tests may have changed; another file's is stopped first. */
  async shopFor(file: string, options: ShopOptions): Promise<Shop> {
    const key = `${file} ${JSON.stringify(options)}`;
    if (this.#open?.key === key) return this.#open.shop;
    await this.close();
    const shop = await startShop(preparedRun(), options);
    this.#open = { key, shop };
    setCurrentShop(shop);
    return shop;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    setCurrentShop(null);
    await open?.shop.stop();
  }
}
