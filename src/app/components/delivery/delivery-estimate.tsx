import type { ChangeEvent, ReactNode } from "react";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { COUNTRY_CODES } from "#app/components/address/country-options.ts";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import type { DayRange } from "#core/business-days.ts";
import type { Destination } from "#core/delivery-address.ts";
import { countryName, destinationCode, parseDestination, reaches } from "#core/delivery-address.ts";
import { methodMessage } from "#core/delivery-promise.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import {
  BUSINESS_LABELS,
  HOME_COUNTRY,
  NEAR_COUNTRIES,
} from "#features/base/settings/business-facts.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import {
  availableShippingMethods,
  dutiesNotice,
  SAME_DAY_CITY,
} from "#features/base/settings/shipping-methods.ts";
import { Select } from "#ui/field.tsx";
import { chooseDestination, useDestination } from "./destination-store.browser.ts";

type SelectProps = {
  terms: DeliveryTerms;
  destination: Destination;
  /** Renders inline in text instead of as a form field. */
  isInline?: boolean;
  id?: string;
};

const nameOf = ({ city, country }: Destination) =>
  city === "" ? countryName(country) : `${countryName(country)}, ${city}`;

/** Sorts the city with its own method first, then nearby countries. */
function listDestinations({ methods }: DeliveryTerms): Destination[] {
  const whole = (country: string) => ({ country, city: "" });
  const hasSameDay = methods.some(({ beforeHour }) => beforeHour !== null);
  const others = COUNTRY_CODES.filter((code) => !NEAR_COUNTRIES.includes(code)).map(whole);
  return [
    ...(hasSameDay ? [{ country: HOME_COUNTRY, city: SAME_DAY_CITY }] : []),
    ...NEAR_COUNTRIES.map(whole),
    ...others.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "en")),
  ];
}

/** Needs JavaScript; the choice applies to every page. */
export function DestinationSelect({ terms, destination, isInline, ...rest }: SelectProps) {
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = parseDestination(target.value);
    if (chosen) chooseDestination(chosen);
  };
  const control = {
    ...rest,
    value: destinationCode(destination),
    onChange: choose,
    autoComplete: "off",
    children: listDestinations(terms).map((each) => (
      <option key={destinationCode(each)} value={destinationCode(each)}>
        {nameOf(each)}
      </option>
    )),
  };
  return isInline ? <select {...control} className={INLINE} /> : <Select {...control} />;
}

const INLINE =
  "min-h-6 max-w-full cursor-pointer border-b border-ink/40 bg-transparent pr-1 font-medium text-ink hover:border-demerara pointer-coarse:min-h-11";

type LinesProps = {
  terms: DeliveryTerms;
  destination: Destination;
  /** Excludes discounts. */
  worth: MoneyAmount;
  madeToMeasure: boolean;
  /** When made-to-measure garments are ready to leave, by the atelier's schedule. */
  ready?: DayRange | null;
  /** The day that the customer chose for what is in the cart. */
  needBy?: string | null;
};

/** Includes arrival days and charges due on arrival. */
export function DeliveryLines(props: LinesProps) {
  const { destination, madeToMeasure, needBy = null, ready = null, terms, worth } = props;
  const now = new Date();
  const order = { worth, madeToMeasure, now, needBy, ready: madeToMeasure ? ready : null };
  const methods = availableShippingMethods(terms, order).filter((option) =>
    reaches(option, destination),
  );
  if (methods.length === 0) {
    return <p>We do not ship to {countryName(destination.country)} yet. Please write to us.</p>;
  }
  const duties = dutiesNotice(terms, destination.country);
  return (
    <>
      <ul className="figures space-y-0.5">
        {methods.map((option) => (
          <li key={option.id}>
            <UnbrokenDays text={methodMessage(option)} />
          </li>
        ))}
      </ul>
      {duties && <p className="mt-1 text-ink-quiet">{duties}</p>}
    </>
  );
}

type Found = { ready: DayRange; isBusy: boolean } | "asking" | null;

/** Null for ready-to-wear, and when the server cannot be reached: the shop's own days apply then. */
function useReadyDays(productId: string | undefined): Found {
  const [found, setFound] = useState<{ id: string; days: Found } | null>(null);
  useEffect(() => {
    if (productId === undefined) return;
    const leaving = new AbortController();
    const request = async () => {
      const response = await fetch(`/product/${productId}/ready-days`, { signal: leaving.signal });
      const body = response.ok ? ((await response.json()) as Found) : null;
      setFound({ id: productId, days: body });
    };
    void request().catch(() => {
      if (!leaving.signal.aborted) setFound({ id: productId, days: null });
    });
    return () => leaving.abort();
  }, [productId]);
  if (productId === undefined) return null;
  return found?.id === productId ? found.days : "asking";
}

type Props = Pick<LinesProps, "terms" | "worth" | "madeToMeasure" | "ready" | "needBy"> & {
  /** Of a product's page, which asks the server when a Custom garment is ready. */
  productId?: string;
  /** The server has yet to say when the cart's garments are ready. */
  isAsking?: boolean;
  /** Appears in the server's HTML and without JavaScript. */
  fallback: ReactNode;
};

/** Guesses the country until one is chosen. */
export function DeliveryEstimate({ fallback, isAsking = false, productId, ...order }: Props) {
  const destination = useDestination();
  const id = useId();
  const custom = order.madeToMeasure ? productId : undefined;
  const found = useReadyDays(custom);
  if (!destination) return fallback;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <label htmlFor={id} className="text-ink">
          Delivery to
        </label>
        <DestinationSelect id={id} terms={order.terms} destination={destination} isInline />
      </p>
      <div className="mt-1">
        {isAsking || found === "asking" ? (
          <p role="status">Asking the atelier for a date</p>
        ) : (
          <DeliveryLines {...order} ready={found?.ready ?? order.ready} destination={destination} />
        )}
      </div>
      {found !== "asking" && found?.isBusy && (
        <p className="mt-1">
          More is ordered than usual: later than the {BUSINESS_LABELS.madeToMeasure} that we usually
          need.
        </p>
      )}
      {custom && (
        <Link
          to={`/product/${custom}/ready?${new URLSearchParams({ to: destinationCode(destination) })}`}
          rel="nofollow"
          className="link inline-block py-2.5"
        >
          Need it by a certain day?
        </Link>
      )}
    </div>
  );
}
