import type { MoneyAmount } from "#core/money-amount.ts";
import type { ProductImage } from "./product.ts";

/** As much of a picture as a small card needs. */
export type PreviewImage = Pick<ProductImage, "id" | "focalX" | "focalY">;

/** As much of a product as a small card shows. */
export type ProductPreview = {
  id: string;
  name: string;
  price: MoneyAmount;
  picture: PreviewImage | null;
};
