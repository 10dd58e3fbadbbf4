import type { SubmitEvent } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  lastMeasuredAt,
  MAX_LABEL_LENGTH,
  MAX_PROFILES,
  UNNAMED_LABEL,
} from "#features/body/measurement/measurement-profile.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AccountConsent } from "./account-consent.tsx";
import { LostPeople } from "./lost-people.tsx";
import type { DevicePerson, SaveState } from "./profile-store.browser.ts";
import {
  addPerson,
  keepDeletedPerson,
  removeFromDevice,
  savePerson,
} from "./profile-store.browser.ts";
import { useMeasuredPeople } from "./use-measured-people.ts";
import type { MeasuredProduct } from "./use-person-measuring.tsx";
import { usePersonMeasuring } from "./use-person-measuring.tsx";

type Props = {
  /** That the visitor comes from; without one the guide asks for the garment. */
  product: MeasuredProduct | null;
};

/** The people measured in this browser, and those of the signed-in account. */
export function MeasuredPeople({ product }: Props) {
  const { account, hasConsent, isStored, people, ready, save } = useMeasuredPeople();
  const { open, panel } = usePersonMeasuring(product);
  if (!ready) return null;
  const add = (name: string) => {
    const added = addPerson(name);
    if (added) open(added.id, product?.garment);
    else showToast({ kind: "error", title: TOO_MANY });
  };
  return (
    <div>
      {panel}
      <LostPeople />
      {people.length > 0 && (
        <ul className="mb-8 border-t border-line">
          {people.map((person) => (
            <PersonRow
              key={person.profile.id}
              person={person}
              onMeasure={() => open(person.profile.id, product?.garment)}
            />
          ))}
        </ul>
      )}
      <AddPerson isFirst={people.length === 0} onAdd={add} />
      <div className="mt-8 space-y-5 text-sm text-ink-soft">
        {!isStored && (
          <Notice kind="warning" title="This browser stores nothing">
            Measurements last as long as this page is open. Sign in to keep them.
          </Notice>
        )}
        {account === null
          ? people.length > 0 && (
              <p>
                {ONLY_HERE}{" "}
                <Link to="/auth" className="link">
                  Sign in or create an account
                </Link>{" "}
                to keep them, and to continue on another device.
              </p>
            )
          : hasConsent
            ? people.length > 0 && <p role="status">{SAVE_TEXTS[save]}</p>
            : people.length > 0 && (
                <>
                  <p>{ONLY_HERE}</p>
                  <AccountConsent />
                </>
              )}
      </div>
    </div>
  );
}

/** Until when they can be read, which `seal.browser.ts` ends. */
const ONLY_HERE = `Stored in this browser only, for ${MAX_UNUSED_DAYS} days after you last use them.`;

export const TOO_MANY = `There are ${MAX_PROFILES} people already. Delete one to add another.`;

export const SAVE_TEXTS: Readonly<Record<SaveState, string>> = {
  device: "Stored in this browser.",
  saving: "Saving in your account...",
  saved: "Saved in your account, encrypted.",
  offline: "Stored in this browser. It is saved in your account when the connection is back.",
  consent: "Stored in this browser only.",
  "too-many": TOO_MANY,
  deleted: "Somebody was deleted on another device.",
  refused: "Your account could not store the newest measurements. They are safe in this browser.",
};

type RowProps = { person: DevicePerson; onMeasure: () => void };

/** Somebody in this browser: measure, rename, delete. */
export function PersonRow({ onMeasure, person: { owner, problem, profile } }: RowProps) {
  const { id, label } = profile;
  const count = Object.keys(profile.readings).length;
  const measuredAt = lastMeasuredAt(profile);
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-lg wrap-anywhere">{label.value}</p>
          <p className="figures text-sm text-ink-quiet">
            {count === 0
              ? "Not measured yet"
              : `${count} ${count === 1 ? "measurement" : "measurements"}${measuredAt ? `, ${formatDay(new Date(measuredAt))}` : ""}`}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          onClick={onMeasure}
          aria-label={`${count === 0 ? "Measure" : "Continue measuring"} ${label.value}`}
        >
          {count === 0 ? "Measure" : "Continue"}
        </Button>
      </div>
      {problem === "deleted" && (
        <Notice kind="warning" className="mt-3" title="Deleted on another device">
          <p>This browser still has readings that were not saved before.</p>
          <Button size="sm" className="mt-3" onClick={() => keepDeletedPerson(id)}>
            Keep {label.value}
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap gap-x-6">
        <RenamePerson profile={profile} />
        {(owner === null || problem === "deleted") && (
          <details>
            <Summary label="Delete" name={label.value} />
            <p className="mb-3 max-w-[40ch] text-sm text-ink-soft">
              Every reading is deleted and cannot be brought back.
            </p>
            <Button variant="danger" size="sm" onClick={() => removeFromDevice(id)}>
              Delete {label.value}
            </Button>
          </details>
        )}
      </div>
    </li>
  );
}

function Summary({ label, name }: { label: string; name: string }) {
  return (
    <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
      {label}
      <span className="sr-only"> {name}</span>
    </summary>
  );
}

/** Works in the browser; the account gets the name with the next sync. */
function RenamePerson({ profile }: { profile: MeasurementProfile }) {
  const [text, setText] = useState(profile.label.value);
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const value = text.trim();
    if (value === "") {
      setError(NAMELESS);
      return;
    }
    savePerson({ ...profile, label: { value, at: new Date().toISOString() } });
    setIsOpen(false);
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <Summary label="Rename" name={profile.label.value} />
      <form onSubmit={submit} className="mb-3 flex flex-wrap items-end gap-3">
        <NameField label="New name" text={text} error={error} onText={setText} />
        <Button type="submit" variant="secondary">
          Save name
        </Button>
      </form>
    </details>
  );
}

const NAMELESS = "Please name the person";

type AddProps = { isFirst: boolean; onAdd: (name: string) => void };

export function AddPerson({ isFirst, onAdd }: AddProps) {
  const [text, setText] = useState(isFirst ? UNNAMED_LABEL : "");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === "") {
      setError(NAMELESS);
      return;
    }
    setText("");
    onAdd(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex max-w-form flex-wrap items-end gap-3">
      <NameField
        label={isFirst ? "Who is measured?" : "Somebody else"}
        text={text}
        error={error}
        onText={(next) => {
          setText(next);
          setError(null);
        }}
      />
      <Button type="submit">Begin measuring</Button>
    </form>
  );
}

type NameFieldProps = {
  label: string;
  text: string;
  error: string | null;
  onText: (text: string) => void;
};

function NameField({ error, label, onText, text }: NameFieldProps) {
  return (
    <Field label={label} error={error} className="min-w-44 grow">
      <Input
        value={text}
        maxLength={MAX_LABEL_LENGTH}
        autoComplete="off"
        onChange={({ target }) => onText(target.value)}
      />
    </Field>
  );
}
