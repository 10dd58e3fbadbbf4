import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { useCart } from "#app/components/cart/cart-store.browser.ts";
import { useFindings } from "#app/components/measuring/use-findings.ts";
import { useMeasuredPeople } from "#app/components/measuring/use-measured-people.ts";
import { fitPagePath } from "#app/components/product/product-url.ts";
import type { MeasurementFinding } from "#features/body/check/open-questions.ts";
import { openQuestions } from "#features/body/check/open-questions.ts";
import type { OrderableLink } from "#features/body/links/measurement-link.ts";
import { secondReadingsText, unmeasured } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { lastMeasuredAt } from "#features/body/measurement/measurement-profile.ts";
import { garmentTypeOf } from "#features/body/measurement/required-measurements.ts";
import type { ProductColor, ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/products/product.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import type { EnteredFit } from "#features/garments/specification/fit-draft.ts";
import {
  choiceField,
  draftProblems,
  draftTotal,
  measurementsOfDraft,
} from "#features/garments/specification/fit-draft.ts";
import { inquiryPath } from "../inquiry/inquiry-url.ts";
import type { FitResult } from "./fit-action.server.ts";
import { putInCart } from "./fit-cart.browser.ts";
import { forgetDraft, storeDraft, storedCopy, useFitDraft } from "./fit-draft.browser.ts";
import { draftOf } from "./fit-form.ts";
import { looksOf } from "./garment-looks.tsx";

export type FitSubject = {
  product: ProductDetail;
  terms: MadeToMeasureTerms;
  color: ProductColor | null;
  /** The specification of a line to change, as the URL names it. */
  line: string | null;
  plainResult: FitResult | undefined;
};

type Problem = { readonly field: string; readonly message: string };

const countOf = (count: number) =>
  count === 1 ? "One measurement is" : `${count} measurements are`;

/** What the person's measurements still need. */
function personProblem(
  person: MeasurementProfile | null,
  required: readonly MeasurementName[],
  findings: readonly MeasurementFinding[],
): string | null {
  if (!person) return "Please say whose garment it is, and take the measurements.";
  const missing = unmeasured(person, required).length;
  const again = secondReadingsText(person, required);
  if (again !== null) return again;
  if (missing > 0) return `${countOf(missing)} missing. Please measure before you order.`;
  const [finding] = findings;
  if (!finding) return null;
  const label = MEASUREMENTS[finding.name].label.toLowerCase();
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

/** The person of the draft, else the one measured last; or somebody who measured by link, whose numbers are not here. */
function usePerson(draft: EnteredFit, garment: string) {
  const { byLink, people, ready } = useMeasuredPeople();
  const links = byLink.filter((each) => garmentTypeOf(each.garment) === garment);
  const link = links.find(({ id }) => id === draft.profileId) ?? null;
  const profiles = people.map(({ profile }) => profile);
  const byTime = profiles.toSorted((a, b) =>
    (lastMeasuredAt(a) ?? "") < (lastMeasuredAt(b) ?? "") ? -1 : 1,
  );
  const person = profiles.find(({ id }) => id === draft.profileId) ?? byTime.at(-1) ?? null;
  return { isReady: ready, profiles, links, link, person: link ? null : person };
}

/** The line of the cart that the URL names; none on the server, whose stored page is for every line. */
function useChangedLine({ line, product }: FitSubject) {
  const { cart, ready } = useCart();
  if (!ready || line === null) return undefined;
  return cart.find(
    (each) => each.id === product.id && (each.specification ?? each.cartItemId) === line,
  );
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
export function useFitForm(subject: FitSubject) {
  const { product, terms } = subject;
  const navigate = useNavigate();
  const changed = useChangedLine(subject);
  const replaces = changed ? subject.line : null;
  const color = changed?.color
    ? (product.colors.find(({ hex }) => hex === changed.color) ?? subject.color)
    : subject.color;
  const key = replaces ? `change ${replaces}` : product.id;
  const copy = replaces && storedCopy(replaces);
  const entered = subject.plainResult?.entered;
  const { draft, lost } = useFitDraft(key, entered ? draftOf(entered, terms) : copy, terms);
  const measurements = measurementsOfDraft(draft, terms);
  const { required } = measurements;
  const { isReady, link, links, person, profiles } = usePerson(draft, product.garmentType);
  const isMeasured = person !== null && unmeasured(person, required).length === 0;
  const found = useFindings(isMeasured ? person : null);
  const findings = person ? openQuestions(found, person, required) : [];
  const [isAttempted, setIsAttempted] = useState(false);
  const customPrice = priceOf(product, { size: CUSTOM_SIZE, color: color?.hex ?? null }).price;
  const total = draftTotal(draft, terms, customPrice);
  const looks = looksOf({ product, terms, draft, color });
  const isInquiry = useRef(false);
  const { isBusy, errorOf, submit } = useSubmission((specification) => {
    if (isInquiry.current) {
      const requested = { size: CUSTOM_SIZE, color: color?.hex ?? null, specification };
      navigate(inquiryPath(product.id, requested));
      return;
    }
    storeDraft(specification, { ...draft, profileId: link?.id ?? person?.id ?? null });
    const fit = { specification, price: total, imageId: looks.images[0]?.id ?? null };
    if (!putInCart({ product, size: CUSTOM_SIZE, color, fit }, replaces)) return;
    forgetDraft(key);
    setIsAttempted(false);
    // The line has a new specification, which further changes replace.
    if (replaces) {
      const search = `?${new URLSearchParams({ line: specification })}`;
      navigate({ search }, { replace: true, preventScrollReset: true });
    }
  });
  const about = [draft, person, link];
  const personMessage = link ? null : personProblem(person, required, findings);
  const problems: readonly Problem[] = [
    ...(personMessage ? [{ field: "person", message: personMessage }] : []),
    ...draftProblems(draft, terms),
  ];
  return {
    color,
    draft,
    garment: product.garmentType,
    looks,
    /** What the garment is measured for as it is chosen now. */
    measurements,
    lost,
    person,
    profiles,
    link,
    links,
    findings,
    isReady,
    isBusy,
    customPrice,
    total,
    /** Whether a line of the cart is being changed, and whether this browser knows what it was ordered with. */
    isChange: replaces !== null,
    isCopyMissing: replaces !== null && changed?.specification !== undefined && copy === null,
    change: (changes: Partial<EnteredFit>) => storeDraft(key, { ...draft, ...changes }),
    errorOf: (field: string) =>
      (isAttempted ? problems.find((each) => each.field === field)?.message : undefined) ??
      errorOf(field, about),
    /** For the drawing of the pattern; null while the person's measurements are not complete, or not in this browser. */
    drawingFields: person && !personMessage ? formOf(draft, person, null) : null,
    send: (to: "cart" | "inquiry") => {
      isInquiry.current = to === "inquiry";
      setIsAttempted(true);
      const [first] = problems;
      if (first) leadTo(first.field);
      else submit(fitPagePath(product.id), formOf(draft, person, link), about);
    },
  };
}

export type FitForm = ReturnType<typeof useFitForm>;

/** The fields of the form, as the page has them without its script; the person in place of the typed readings. */
function formOf(
  draft: EnteredFit,
  person: MeasurementProfile | null,
  link: OrderableLink | null,
): Record<string, string> {
  const { choices, fit, monogram, remarks } = draft;
  const chosen = Object.entries(choices).map(([group, choice]) => [choiceField(group), choice]);
  return {
    fit,
    monogram,
    remarks,
    link: link?.id ?? "",
    profile: JSON.stringify(person),
    ...Object.fromEntries(chosen),
  };
}
