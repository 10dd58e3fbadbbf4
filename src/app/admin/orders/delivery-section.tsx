import { AddressFields } from "#app/account/address-fields.tsx";
import { EMPTY_ADDRESS } from "#app/account/submitted-address.ts";
import type { CountryOption } from "#app/checkout/country-options.ts";
import { addressLines } from "#core/address-lines.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { AdminOrder } from "#features/orders/admin-order-queries.server.ts";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderActionRefusal } from "./order-actions.ts";
import { refusalOf } from "./order-actions.ts";
import { OrderSection } from "./order-section.tsx";

type Props = {
  desk: AdminOrder;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  refusal: OrderActionRefusal | undefined;
};

/** Where the order goes; to be changed until its first parcel leaves. */
export function DeliverySection({ desk, countries, refusal }: Props) {
  const { country, order, parcels, seen } = desk;
  const { address, shippingMethod, status } = order;
  const refused = refusalOf(refusal, "address");
  const typed = refused && ({ ...EMPTY_ADDRESS, ...refused.typed } as DeliveryAddress);
  return (
    <OrderSection id="delivery" title="Delivery">
      <div className="text-sm">
        <p>{shippingMethod ?? "Chosen on the payment page"}</p>
        {address && (
          <address className="mt-1 text-ink-soft not-italic">
            {addressLines({ ...address, phone: "" }, country ?? "").map((line) => (
              <span key={line} className="block wrap-anywhere">
                {line}
              </span>
            ))}
            {address.phone && (
              <a href={`tel:${address.phone}`} className="link inline-flex min-h-11 items-center">
                {address.phone}
              </a>
            )}
          </address>
        )}
      </div>
      {status === "completed" && parcels.length === 0 && (
        <OrderActionDisclosure
          id="address"
          title="Change the address"
          submit="Save the address and tell the customer"
          intent="address"
          refusal={refused}
        >
          <input type="hidden" name="seen" value={refused?.typed.seen ?? seen} />
          <AddressFields
            countries={countries}
            values={typed ?? address ?? EMPTY_ADDRESS}
            errors={refused?.errors ?? {}}
            completes={false}
          />
        </OrderActionDisclosure>
      )}
    </OrderSection>
  );
}
