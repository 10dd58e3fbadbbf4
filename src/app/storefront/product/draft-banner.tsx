/** The banner stands above the preview of a draft, which only admins load. */
export default function DraftBanner({ id }: { id: string }) {
  return (
    <section aria-label="Draft preview" className="shell pt-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-8 border-l-2 border-warning bg-cloth px-4 py-2 text-sm">
        <p className="py-1.5">
          <strong className="font-medium">Draft preview.</strong>{" "}
          <span className="text-ink-soft">
            Only admins can open this page. Customers see it once you publish the product.
          </span>
        </p>
        <a href={`/admin/products/edit/${id}`} className="link py-1.5 pointer-coarse:py-3">
          Edit product
        </a>
      </div>
    </section>
  );
}
