import type { ShippingFact } from "#features/settings/business-facts.ts";

/** The ways of shipping with their times and prices, as checkout charges them. */
export function ShippingTable({ methods }: { methods: readonly ShippingFact[] }) {
  return (
    <section aria-label="Ways of shipping" className="shell pb-14 md:pb-20 print:pb-0">
      <table className="figures w-full border-collapse text-left">
        <caption className="sr-only">Ways of shipping, their times and prices</caption>
        <thead className="max-sm:sr-only">
          <tr className="eyebrow border-b border-ink/70">
            <th scope="col" className="w-[calc((100%+3rem)/3)] py-3 pr-6 font-medium">
              Shipping
            </th>
            <th scope="col" className="py-3 pr-6 font-medium">
              Delivery time
            </th>
            <th scope="col" className="py-3 text-right font-medium">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => (
            <tr
              key={method.id}
              className="grid grid-cols-1 border-b border-line py-5 first:border-t sm:table-row sm:first:border-t-0"
            >
              <th scope="row" className="font-normal sm:py-6 sm:pr-6">
                <span className="display block text-xl">{method.label}</span>
                {method.reach && (
                  <span className="block text-sm text-ink-quiet">{method.reach}</span>
                )}
              </th>
              <td className="max-sm:mt-2 sm:py-6 sm:pr-6">{method.estimate}</td>
              <td className="text-ink-soft sm:py-6 sm:text-right">{method.price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
