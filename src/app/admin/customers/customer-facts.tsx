import type { ReactNode } from "react";
import type { Customer } from "#features/customers/customer-queries.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";

const mailWishWords = ({ emailNotifications, orderUpdates }: NonNullable<Customer["account"]>) =>
  [
    orderUpdates ? "Order updates" : "No order updates",
    emailNotifications ? "news of the house" : "no news",
  ].join(", ");

/** How to reach a customer, and what they wish. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { email, phones, account, addresses } = customer;
  return (
    <aside aria-label="Details">
      <dl className="grid grid-cols-2 gap-4 text-sm max-lg:border-b max-lg:border-line max-lg:pb-6 lg:grid-cols-1">
        <Fact label="E-mail">
          <a href={`mailto:${email}`} className="link inline-block py-1 wrap-anywhere">
            {email}
          </a>
        </Fact>
        {phones.length > 0 && (
          <Fact label="Phone">
            {phones.map((phone) => (
              <a
                key={phone}
                href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}
                className="link figures block w-fit py-1"
              >
                {phone}
              </a>
            ))}
          </Fact>
        )}
        <Fact label="Account">
          {account ? `Since ${formatDay(account.createdAt)}` : "None, a guest"}
          {account && !account.emailVerified && (
            <span className="block text-ink-quiet">E-mail not confirmed</span>
          )}
        </Fact>
        {account && <Fact label="Mails wished for">{mailWishWords(account)}</Fact>}
        {addresses.map((address) => (
          <Fact
            key={`${address.fullName} ${address.line1}`}
            label={address.isDefault ? "Address, the usual one" : "Address"}
          >
            <address className="whitespace-pre-line not-italic">
              {[
                address.fullName,
                address.line1,
                address.line2,
                [address.city, address.region, address.postalCode].filter(Boolean).join(", "),
                address.country,
              ]
                .filter(Boolean)
                .join("\n")}
            </address>
          </Fact>
        ))}
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="eyebrow">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
