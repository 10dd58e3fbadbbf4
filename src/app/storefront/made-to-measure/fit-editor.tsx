import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher, useLocation, useNavigate } from "react-router";
import { LazyMeasuringPanel } from "#app/components/measuring/lazy-measuring-panel.tsx";
import {
  addPerson,
  savePerson,
  useMeasuredPeople,
} from "#app/components/measuring/profile-store.browser.ts";
import { useUnitPreference } from "#app/components/size-guide/unit-preference.browser.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MadeToMeasureTerms } from "#features/atelier/options/made-to-measure-terms.ts";
import type { FitDraft } from "#features/atelier/specification/fit-draft.ts";
import { draftProblems, draftTotal } from "#features/atelier/specification/fit-draft.ts";
import type { ProductColor, ProductDetail } from "#features/catalog/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/product.ts";
import { confirmReading, unmeasured } from "#features/measurement/capture-steps.ts";
import type { Finding } from "#features/measurement/check/check-profile.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { MAX_PROFILES } from "#features/measurement/measurement-profile.ts";
import type { DeliveryTerms } from "#features/settings/shipping-methods.ts";
import { Button } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import { fitPagePath } from "../product/product-url.ts";
import type { FitResult } from "./fit-action.server.ts";
import { putInCart } from "./fit-cart.browser.ts";
import { forgetDraft, storeDraft, storedCopy, useFitDraft } from "./fit-draft.browser.ts";
import { FitField, FitHead, GarmentFields, GarmentImage } from "./fit-page.tsx";
import { FitPromises, PriceRows } from "./fit-total.tsx";
import { guideHash, parseGuideHash } from "./fit-url.ts";
import { PersonPanel } from "./person-panel.tsx";
import { ShapeFields } from "./shape-fields.tsx";
import { useFindings } from "./use-findings.ts";

type Props = {
  product: ProductDetail;
  terms: MadeToMeasureTerms;
  delivery: DeliveryTerms;
  color: ProductColor | null;
  /** The specification of the cart's line that this one replaces. */
  replaces: string | null;
};

type Problem = { readonly field: string; readonly message: string };

const countOf = (count: number) =>
  count === 1 ? "One measurement is" : `${count} measurements are`;

/** What the person's measurements still need. */
function personProblem(
  person: MeasurementProfile | null,
  required: readonly MeasurementName[],
  findings: readonly Finding[],
): string | null {
  if (!person) return "Please say whose garment it is, and take the measurements.";
  const missing = unmeasured(person, required).length;
  if (missing > 0) return `${countOf(missing)} missing. Please measure before you order.`;
  const [finding] = findings;
  if (!finding) return null;
  const label = MEASUREMENTS[finding.name as MeasurementName].label.toLowerCase();
  return `Please look at the ${label} once more: measure it again, or keep it as it is.`;
}

/** Moves to the first field with a problem. */
function leadTo(field: string): void {
  const section = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
  section?.scrollIntoView({ block: "start" });
  section
    ?.querySelector<HTMLElement>("input:not(:disabled), textarea, button")
    ?.focus({ preventScroll: true });
}

/** The person of the draft, else the one measured last on this device. */
function usePerson(draft: FitDraft) {
  const { people, ready } = useMeasuredPeople();
  const profiles = people.map(({ profile }) => profile);
  const person = profiles.find(({ id }) => id === draft.profileId) ?? profiles.at(-1) ?? null;
  return { isReady: ready, profiles, person };
}

/** Sends the choice; the server's refusal belongs to what was sent, so any change hides it. */
function useSubmission(onAdded: (specification: string) => void) {
  const fetcher = useFetcher<FitResult>();
  const [sent, setSent] = useState<readonly unknown[]>([]);
  const handle = useEffectEvent((result: FitResult) => {
    if (result.status === "success" && result.specification) onAdded(result.specification);
    const [field] = Object.keys(result.error ?? {}).filter((each) => each !== "");
    if (field) leadTo(field);
  });
  useEffect(() => {
    if (fetcher.data) handle(fetcher.data);
  }, [fetcher.data]);
  return {
    isBusy: fetcher.state !== "idle",
    submit(path: string, values: Record<string, string>, about: readonly unknown[]) {
      setSent(about);
      void fetcher.submit(values, { method: "post", action: path });
    },
    errorOf(field: string, about: readonly unknown[]): string | undefined {
      const isSame = about.every((each, index) => each === sent[index]);
      return isSame ? fetcher.data?.error?.[field]?.[0] : undefined;
    },
  };
}

/** The draft, whose it is, what is still to be done, and the way into the cart. Every change is stored in the browser at once. */
function useFitForm({ color, product, replaces, terms }: Props) {
  const { required } = terms.measurements;
  const key = replaces ? `change ${replaces}` : product.id;
  const { draft, lost } = useFitDraft(key, replaces && storedCopy(replaces), terms);
  const { isReady, person, profiles } = usePerson(draft);
  const findings = useFindings(person, required);
  const [isAttempted, setIsAttempted] = useState(false);
  const customPrice = priceOf(product, { size: CUSTOM_SIZE, color: color?.hex ?? null }).price;
  const total = draftTotal(draft, terms, customPrice);
  const { isBusy, errorOf, submit } = useSubmission((specification) => {
    storeDraft(specification, { ...draft, profileId: person?.id ?? null });
    const fit = { specification, price: total };
    if (putInCart({ product, size: CUSTOM_SIZE, color, fit }, replaces)) forgetDraft(key);
  });
  const about = [draft, person];
  const personMessage = personProblem(person, required, findings);
  const problems: readonly Problem[] = [
    ...(personMessage ? [{ field: "person", message: personMessage }] : []),
    ...draftProblems(draft, terms),
  ];
  return {
    ...{ draft, lost, person, profiles, findings, isReady, isBusy, customPrice, total },
    change: (changes: Partial<FitDraft>) => storeDraft(key, { ...draft, ...changes }),
    errorOf: (field: string) =>
      (isAttempted ? problems.find((each) => each.field === field)?.message : undefined) ??
      errorOf(field, about),
    send: () => {
      setIsAttempted(true);
      const [first] = problems;
      if (first) leadTo(first.field);
      else submit(fitPagePath(product.id), formOf(draft, person), about);
    },
  };
}

type FitForm = ReturnType<typeof useFitForm>;
type OpenGuide = (startWith?: MeasurementName) => void;

/** Where a guest or a customer has a garment made. */
export function FitEditor(props: Props) {
  const form = useFitForm(props);
  const guide = useGuide();
  const hydrated = useHydrated();
  const { color, delivery, product, replaces, terms } = props;
  const { customPrice, draft, isBusy, isReady, lost, person, total } = form;
  const button = (className: string) => (
    <Button
      size="lg"
      className={`${className} noscript:hidden`}
      busy={isBusy || (hydrated && !isReady)}
      busyLabel="Adding..."
      onClick={form.send}
    >
      {replaces ? "Save Changes" : "Add to Cart"}
      <span className="figures">{formatMoney(total)}</span>
    </Button>
  );
  return (
    <div className="max-md:**:scroll-mb-28">
      {guide.view && person && (
        <LazyMeasuringPanel
          key={`${person.id} ${guide.view.startWith}`}
          profile={person}
          names={terms.measurements.required}
          {...(guide.view.startWith && { startWith: guide.view.startWith })}
          onChange={savePerson}
          onDone={guide.close}
          onClose={guide.close}
        />
      )}
      <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] pt-4 pb-16 md:grid-cols-12 md:pt-8 md:pb-24">
        <div className="md:col-span-7">
          <FitHead product={product} color={color} />
          {lost.length > 0 && (
            <Notice kind="warning" className="mt-6" title="Please choose again">
              No longer offered: {lost.join(", ")}.
            </Notice>
          )}
          <Questions form={form} terms={terms} openGuide={guide.open} />
        </div>
        <OrderSummary {...{ product, color }}>
          <PriceRows
            name={[product.name, color?.name].filter(Boolean).join(", ")}
            {...{ terms, draft, customPrice }}
          />
          <div className="mt-6 space-y-5">
            <FitPromises terms={terms} delivery={delivery} total={total} />
            <Refusal message={form.errorOf("")} />
            {button("w-full max-md:hidden")}
          </div>
        </OrderSummary>
      </div>
      <div className="sticky bottom-0 z-20 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
        {button("w-full justify-between!")}
      </div>
    </div>
  );
}

function Refusal({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Notice kind="error" live title="Not added yet">
      {message}
    </Notice>
  );
}

type SummaryProps = {
  product: ProductDetail;
  color: ProductColor | null;
  children: ReactNode;
};

function OrderSummary({ product, color, children }: SummaryProps) {
  return (
    <aside
      aria-label="Your order"
      className="self-start border-t border-line pt-6 md:sticky md:top-24 md:col-span-5 md:border-0 md:pt-0"
    >
      <GarmentImage
        product={product}
        color={color}
        sizes="(min-width: 1280px) 240px, 20vw"
        className="mb-6 hidden w-[min(15rem,60%)] md:block"
      />
      {children}
    </aside>
  );
}

type QuestionsProps = { form: FitForm; terms: MadeToMeasureTerms; openGuide: OpenGuide };

function Questions({ form, terms, openGuide }: QuestionsProps) {
  const { change, draft, errorOf, findings, person, profiles } = form;
  const [unit] = useUnitPreference();
  const add = (name: string) => {
    const added = addPerson(name);
    if (!added) {
      const title = `There are ${MAX_PROFILES} people already. Delete one to add another.`;
      showToast({ kind: "error", title });
      return;
    }
    change({ profileId: added.id });
    openGuide();
  };
  return (
    <div className="mt-8">
      <PersonPanel
        people={profiles}
        person={person}
        measurements={terms.measurements}
        findings={findings}
        unit={unit ?? "cm"}
        error={errorOf("person")}
        onChoose={(profileId) => change({ profileId })}
        onAdd={add}
        onMeasure={openGuide}
        onConfirm={(name) => person && savePerson(confirmReading(person, name))}
      />
      <FitField draft={draft} onChange={change} />
      {person && (
        <ShapeFields person={person} required={terms.measurements.required} onChange={savePerson} />
      )}
      <GarmentFields terms={terms} draft={draft} onChange={change} errorOf={errorOf} />
    </div>
  );
}

/** The fields of the form that the server reads. */
function formOf(draft: FitDraft, person: MeasurementProfile | null): Record<string, string> {
  const { choices, fit, monogram, remarks } = draft;
  return {
    ...{ fit, monogram, remarks },
    choices: JSON.stringify(choices),
    profile: JSON.stringify(person),
  };
}

/** The guide is open while the URL's fragment says so; Back closes it, and a reload opens it again. */
function useGuide() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const here = { pathname, search };
  const isOpenedHere = (state as { guide?: boolean } | null)?.guide === true;
  return {
    view: parseGuideHash(hash),
    open: (startWith?: MeasurementName) => {
      navigate({ ...here, hash: guideHash(startWith) }, { state: { guide: true } });
    },
    close: () => {
      if (isOpenedHere) navigate(-1);
      else navigate(here, { replace: true });
    },
  };
}
