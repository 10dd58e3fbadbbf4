import type { ReactNode } from "react";
import { OrderTimeline } from "#app/components/orders/order-timeline.tsx";
import { addressLines } from "#core/address-lines.ts";
import { customerStepMessage } from "#features/orders/customer-timeline.ts";
import type { MyOrder } from "#features/orders/my-order-queries.server.ts";
import { MyReturn } from "./my-return.tsx";
import { MyShipment } from "./my-shipment.tsx";

/** Beside what was bought: what happened, where it goes and how to follow it. */
export function MyOrderSide({
  order: { announced, country, order, parcels, steps },
}: {
  order: MyOrder;
}) {
  const { address, customerEmail, shippingMethod } = order;
  return (
    <div className="grid content-start gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-1">
      <section aria-labelledby="progress">
        <h2 id="progress" className="eyebrow mb-4">
          Progress
        </h2>
        <OrderTimeline events={steps} wordsOf={customerStepMessage} />
      </section>
      <div className="space-y-8">
        {parcels.length > 0 && (
          <Fact title={parcels.length === 1 ? "Your parcel" : "Your parcels"}>
            <ul className="space-y-4">
              {parcels.map((parcel) => (
                <li key={parcel.id}>
                  <MyShipment parcel={parcel} lines={order.lines} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {announced.length > 0 && (
          <Fact title={announced.length === 1 ? "Your return" : "Your returns"}>
            <ul className="space-y-4">
              {announced.map((each) => (
                <li key={each.id}>
                  <MyReturn
                    announced={each}
                    lines={order.lines}
                    cameBack={steps.some(
                      ({ type, detail }) =>
                        type === "refund_failed" &&
                        detail.authorizationNumber === each.authorizationNumber,
                    )}
                  />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {(shippingMethod ?? address) && (
          <Fact title="Delivery">
            {shippingMethod && <p>{shippingMethod}</p>}
            {address && (
              <address className="mt-1 text-ink-soft not-italic">
                {addressLines(address, country ?? "").map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            )}
          </Fact>
        )}
        <Fact title="Mails go to">
          <p className="wrap-anywhere">{customerEmail}</p>
        </Fact>
      </div>
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
