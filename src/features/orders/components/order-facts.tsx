import type { ReactNode } from "react";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { Order } from "../order.ts";

/** The address as it is written on a parcel, one line each. */
function addressLines(address: DeliveryAddress, country: string | null): string[] {
  const { fullName, line1, line2, city, region, postalCode } = address;
  const town = [city, region, postalCode].filter(Boolean).join(", ");
  return [fullName, line1, line2, town, country ?? ""].filter(Boolean);
}

const providerNames: Record<string, string> = { stripe: "Stripe", test: "Test payment page" };

type Props = { order: Order; paymentProvider: string; country: string | null };

/** Who bought, where it goes and how it was paid. */
export function OrderFacts({ order, paymentProvider, country }: Props) {
  const { address, customerEmail, paymentSessionId, shippingMethod, userId } = order;
  return (
    <div className="space-y-7">
      <Fact title="Customer">
        <a href={`mailto:${customerEmail}`} className="link break-all">
          {customerEmail}
        </a>
        <p className="text-ink-quiet">{userId ? "Has an account" : "Bought as a guest"}</p>
      </Fact>
      <Fact title="Delivery">
        <p>{shippingMethod ?? "Chosen on the payment page"}</p>
        {address && (
          <address className="mt-1 text-ink-soft not-italic">
            {addressLines(address, country).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            {address.phone && (
              <a href={`tel:${address.phone}`} className="link mt-1 inline-block">
                {address.phone}
              </a>
            )}
          </address>
        )}
      </Fact>
      <Fact title="Payment">
        <p>{providerNames[paymentProvider] ?? paymentProvider}</p>
        <p className="break-all text-ink-quiet">{paymentSessionId ?? "No session yet"}</p>
      </Fact>
      <Fact title="Order id">
        <p className="break-all text-ink-quiet">{order.id}</p>
      </Fact>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-sm">
      <h2 className="eyebrow mb-1.5">{title}</h2>
      {children}
    </section>
  );
}
