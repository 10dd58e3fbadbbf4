import type { MoneyAmount } from "#core/money-amount.ts";
import type { PreviewImage } from "#features/catalog/product.ts";
import type { OrderStatus } from "#features/orders/order.ts";

/** What the owner's search finds in the shop, by kind, the best first. */
export type AdminSearchResults = {
  products: readonly {
    id: string;
    name: string;
    /** "" without one. */
    categoryName: string;
    price: MoneyAmount;
    inStock: boolean;
    picture: PreviewImage | null;
  }[];
  categories: readonly { id: string; name: string; productCount: number }[];
  orders: readonly { id: string; customerEmail: string; status: OrderStatus; total: MoneyAmount }[];
  media: readonly { id: string; name: string; isImage: boolean }[];
};

/** Nothing of any kind. */
export const NO_SEARCH_RESULTS: AdminSearchResults = {
  products: [],
  categories: [],
  orders: [],
  media: [],
};

/** Below this a text means too many things. */
export const FEWEST_LETTERS = 2;
