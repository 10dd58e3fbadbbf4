import type { MoneyAmount } from "#core/money-amount.ts";
import type { PreviewImage } from "#features/catalog/products/product.ts";
import type { ShownStatus } from "#features/orders/order/order.ts";

/** The best result of each kind comes first. */
export type AdminSearchResults = {
  products: readonly {
    id: string;
    name: string;
    categoryName: string;
    price: MoneyAmount;
    inStock: boolean;
    image: PreviewImage | null;
  }[];
  categories: readonly { id: string; name: string; productCount: number }[];
  orders: readonly { id: string; customerEmail: string; status: ShownStatus; total: MoneyAmount }[];
  media: readonly { id: string; name: string; isImage: boolean }[];
};

export const NO_SEARCH_RESULTS: AdminSearchResults = {
  products: [],
  categories: [],
  orders: [],
  media: [],
};

export const FEWEST_LETTERS = 2;
