import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { ProductGallery } from "./product-gallery.tsx";

// Specification 8.36
it("shows a product without a picture as the generated one, captioned 'No Image Available'", async () => {
  const { prelude } = await prerender(
    <ProductGallery
      product={{ name: "Kaieteur Gown", categoryName: "Evening Elegance", images: [] }}
    />,
  );
  const html = await new Response(prelude).text();
  expect(html).toContain(
    '<svg viewBox="0 0 400 500" role="img" data-own-ground="" aria-label="Kaieteur Gown"',
  );
  expect(html).toMatch(/<figcaption[^>]*>No Image Available</);
});
