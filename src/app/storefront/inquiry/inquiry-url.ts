import { productPath } from "#app/components/product/product-url.ts";

/** The Guyana Sales form; `specification` names what was chosen to be made to measure. */
export function inquiryPath(
  id: string,
  choice: { size: string | null; color: string | null; specification?: string },
): string {
  const { color, size, specification } = choice;
  const query = new URLSearchParams({
    size: size ?? "",
    color: color ?? "",
    ...(specification && { specification }),
  });
  return `${productPath(id)}/inquiry?${query}`;
}
