const columns: readonly { names: string; words: string }[] = [
  {
    names: "Handle",
    words: "The product's address. A handle that exists changes that product; a new one adds one.",
  },
  { names: "Title, Body (HTML)", words: "Name and description. HTML becomes plain text." },
  {
    names: "Variant Price",
    words: "One price for the whole product, in dollars: 249 or 249.50.",
  },
  {
    names: "Option1 to Option3",
    words: "Size and Color, one row for each combination that is sold.",
  },
  {
    names: "Variant Inventory Tracker, Qty",
    words: "An empty tracker is made to order; otherwise the pieces are counted.",
  },
  {
    names: "Image Src, Position, Alt Text",
    words:
      "The first picture leads; rows without a title bring more. Pictures of this shop come from its library, others only from hosts that were allowed when the shop was set up.",
  },
  {
    names: "Published",
    words: "FALSE takes the product off the shelf: out of stock and not shown.",
  },
  {
    names: "Type, Google Shopping / Gender",
    words: "Garment type (dress, suit, shirt …) and female, male or unisex.",
  },
  {
    names: "Category, Featured, Materials, Care, Sizes, Colors",
    words: "The shop's own columns. An export shows how they are written.",
  },
];

/** What the columns of a file mean, and where a file to begin with comes from. */
export function ColumnHelp() {
  return (
    <section aria-label="The file" className="border-t border-line pt-6">
      <h2 className="display text-xl">The file</h2>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        The columns are Shopify's, so that a Shopify export works as it is, and a few of our own.
        Columns that a file lacks stay as they are in the shop. Excel, Numbers and Google Sheets all
        save CSV files.{" "}
        <a href="/product-sheet-sample.csv" download className="link">
          Download a sample file
        </a>{" "}
        or{" "}
        <a href="/admin/products/export" download className="link">
          export your products
        </a>{" "}
        and begin with that.
      </p>
      <dl className="mt-4 text-sm lg:columns-2 lg:gap-x-12">
        {columns.map(({ names, words }) => (
          <div key={names} className="break-inside-avoid border-b border-line py-2.5">
            <dt className="font-medium">{names}</dt>
            <dd className="text-ink-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
