import type { ReactNode } from "react";
import { Link } from "react-router";
import { customerPath } from "#features/customers/customer-filter.ts";
import type { InboxEntry, RequestedProduct } from "#features/inbox/inbox-entry-queries.server.ts";
import { Thumbnail } from "#ui/thumbnail.tsx";

/** Who wrote and how to reach them, and the piece that is asked for. */
export function EntryFacts({ entry }: { entry: InboxEntry }) {
  const { piece, email, phone, address } = entry;
  return (
    <aside aria-label="Who wrote" className="space-y-6 lg:order-last lg:space-y-8">
      {piece && <Piece piece={piece} />}
      <dl className="grid grid-cols-2 gap-4 text-sm max-lg:border-b max-lg:border-line max-lg:pb-6 lg:grid-cols-1">
        <Fact label="Name">
          <Link to={customerPath(email)} className="link inline-block py-1">
            {entry.name}
          </Link>
        </Fact>
        <Fact label="E-mail">
          {entry.canBeMailed ? (
            <a href={`mailto:${email}`} className="link inline-block py-1 wrap-anywhere">
              {email}
            </a>
          ) : (
            <span className="wrap-anywhere">{email}</span>
          )}
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a href={telephone(phone)} className="link figures inline-block py-1">
              {phone}
            </a>
          </Fact>
        )}
        {address.length > 0 && (
          <Fact label="Address">
            <address className="not-italic whitespace-pre-line">{address.join("\n")}</address>
          </Fact>
        )}
      </dl>
    </aside>
  );
}

/** What a telephone dials: digits and the plus before them. */
function telephone(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="eyebrow">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Piece({ piece }: { piece: RequestedProduct }) {
  const choice = [`Size ${piece.size}`, piece.colorName].filter(Boolean).join(" · ");
  return (
    <section aria-label="The piece" className="flex gap-4">
      <Thumbnail picture={piece.picture} width={80} />
      <div className="text-sm">
        <p className="font-medium">
          {piece.path ? (
            <Link to={piece.path} className="link inline-block py-1">
              {piece.name}
            </Link>
          ) : (
            piece.name
          )}
        </p>
        <p>{choice}</p>
        <p className="figures">Quantity {piece.quantity}</p>
        {!piece.path && <p className="text-ink-quiet">Not in the shop any more</p>}
      </div>
    </section>
  );
}
