import { MapPin } from "lucide-react";
import { Form, Link } from "react-router";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { SavedAddress } from "#features/base/identity/address.ts";
import { ADDRESS_FIELDS } from "#features/base/identity/address.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";

/** Lines are in the country's order, which only the server knows. */
type BookEntry = SavedAddress & { addressLines: readonly string[] };

type Props = {
  entries: readonly BookEntry[];
  /** Undo restores this address. */
  removed: DeliveryAddress | null;
  problem: string | null;
};

/** Decision A2. */
export function AddressBook({ entries, removed, problem }: Props) {
  return (
    <>
      {removed && <Removed address={removed} />}
      {problem && (
        <Notice kind="error" live className="mb-6">
          {problem}
        </Notice>
      )}
      {entries.length === 0 ? (
        <EmptyState
          title="No addresses saved yet"
          icon={<MapPin size={28} aria-hidden="true" />}
          action={<NewAddress />}
          className="border border-line"
        />
      ) : (
        <>
          <ul className="grid gap-px border border-line bg-line sm:grid-cols-2">
            {entries.map((entry) => (
              <li key={entry.id} className="bg-paper p-6 sm:last:odd:col-span-2">
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
          <div className="mt-6">
            <NewAddress />
          </div>
        </>
      )}
    </>
  );
}

function NewAddress() {
  return (
    <ButtonLink to="/profile/addresses/new" variant="secondary">
      Add New Address
    </ButtonLink>
  );
}

const act = "inline-flex min-h-11 items-center text-sm";

function Entry({ entry }: { entry: BookEntry }) {
  const whose = `${entry.fullName}, ${entry.line1}`;
  return (
    <div className="flex h-full flex-col">
      {entry.isDefault && <p className="eyebrow mb-2">Default</p>}
      <address className="not-italic">
        {entry.addressLines.map((line, index) => (
          <span
            key={line}
            dir="auto"
            className={index === 0 ? "block font-medium" : "block text-ink-soft"}
          >
            {line}
          </span>
        ))}
      </address>
      <div className="mt-auto flex flex-wrap gap-x-5 pt-4">
        <Link
          to={`/profile/addresses/${entry.id}`}
          aria-label={`Edit ${whose}`}
          className={`${act} link`}
        >
          Edit
        </Link>
        <EntryAction intent="remove-address" id={entry.id} label="Delete" whose={whose} />
        {!entry.isDefault && (
          <EntryAction intent="default-address" id={entry.id} label="Make default" whose={whose} />
        )}
      </div>
    </div>
  );
}

type ActionProps = { intent: string; id: string; label: string; whose: string };

function EntryAction({ intent, id, label, whose }: ActionProps) {
  return (
    <Form method="post" action="/profile" preventScrollReset>
      <input type="hidden" name="addressId" value={id} />
      <button
        type="submit"
        name="intent"
        value={intent}
        aria-label={`${label}: ${whose}`}
        className={`${act} link`}
      >
        {label}
      </button>
    </Form>
  );
}

function Removed({ address }: { address: DeliveryAddress }) {
  return (
    <Notice kind="success" live title="Address deleted" className="mb-6">
      {address.fullName}, {address.line1}
      <Form method="post" action="/profile" preventScrollReset className="mt-3">
        {ADDRESS_FIELDS.map((field) => (
          <input key={field} type="hidden" name={field} value={address[field]} />
        ))}
        <Button type="submit" name="intent" value="restore-address" variant="secondary" size="sm">
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
