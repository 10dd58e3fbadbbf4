import type { Gender } from "#features/catalog/product.ts";

const words: Record<Gender, string> = { female: "Female", male: "Male", unisex: "Unisex" };

/** A product's gender as the admin says it (specification 2). */
export function genderWord(gender: Gender): string {
  return words[gender];
}
