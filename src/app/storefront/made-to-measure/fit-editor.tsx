import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { UnshownChoices } from "#app/components/garment-sketch/garment-sketch.tsx";
import { LazyMeasuringPanel } from "#app/components/measuring/lazy-measuring-panel.tsx";
import { LostPeople } from "#app/components/measuring/lost-people.tsx";
import { addPerson, savePerson } from "#app/components/measuring/profile-store.browser.ts";
import { useUnit } from "#app/components/size-guide/unit-preference.browser.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { confirmReading } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MAX_PROFILES } from "#features/body/measurement/measurement-profile.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { Button } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { FitResult } from "./fit-action.server.ts";
import { FitMemoryNote } from "./fit-memory-note.tsx";
import { FitField, FitHead, GarmentFields } from "./fit-page.tsx";
import { FitPromises, PriceRows } from "./fit-total.tsx";
import { guideHash, parseGuideHash } from "./fit-url.ts";
import type { Looks } from "./garment-looks.tsx";
import { ClothNote, GarmentImage, LooksPanel, LooksSketch } from "./garment-looks.tsx";
import { PatternPreview } from "./pattern-preview.tsx";
import { PersonPanel } from "./person-panel.tsx";
import { PlainFitButton, PlainFitFields } from "./plain-fit-fields.tsx";
import { ShapeFields } from "./shape-fields.tsx";
import type { FitForm, FitSubject } from "./use-fit-form.ts";
import { useFitForm } from "./use-fit-form.ts";

type Props = FitSubject & {
  delivery: DeliveryTerms;
  /** What became of the form of a browser without JavaScript. */
  plainResult: FitResult | undefined;
};

type OpenGuide = (startWith?: MeasurementName) => void;

/** Where a guest or a customer has a garment made. */
export function FitEditor(props: Props) {
  const form = useFitForm(props);
  const guide = useGuide();
  const hydrated = useHydrated();
  const { delivery, plainResult, product, terms } = props;
  const { color, customPrice, draft, isBusy, isChange, isReady, looks, lost, person, total } = form;
  const refusal = <Refusal message={form.errorOf("")} />;
  const button = (className: string) => (
    <Button
      size="lg"
      className={`${className} noscript:hidden`}
      busy={isBusy || (hydrated && !isReady)}
      busyLabel={isChange ? "Saving..." : "Adding..."}
      onClick={() => form.send("cart")}
    >
      {isChange ? "Save Changes" : "Add to Cart"}
      <span className="figures">{formatMoney(total)}</span>
    </Button>
  );
  return (
    <div className="max-md:**:scroll-mb-28">
      {guide.view && person && (
        <LazyMeasuringPanel
          key={`${person.id} ${guide.view.startWith}`}
          profile={person}
          names={form.measurements.required}
          {...(guide.view.startWith && { startWith: guide.view.startWith })}
          onChange={savePerson}
          onDone={guide.close}
          onClose={guide.close}
        />
      )}
      <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] pt-4 pb-16 md:grid-cols-12 md:pt-8 md:pb-24">
        <div className="md:col-span-7">
          <FitHead
            product={product}
            color={color}
            image={<GarmentImage looks={looks} sizes="80px" className="w-20 md:hidden" />}
          />
          <ChangeNotices form={form} lost={lost} />
          <noscript className="mt-8 block">
            {import.meta.env.SSR && <PlainFitFields terms={terms} result={plainResult} />}
          </noscript>
          <Questions form={form} terms={terms} openGuide={guide.open} />
        </div>
        <OrderSummary looks={looks}>
          <PriceRows terms={terms} draft={draft} customPrice={customPrice} />
          <noscript className="mt-4 block">
            {import.meta.env.SSR && <PlainFitButton line={plainResult?.entered?.line} />}
          </noscript>
          <div className="mt-4 space-y-4 max-md:hidden">
            {refusal}
            {button("w-full")}
          </div>
          {!isChange && (
            <Button
              variant="secondary"
              className="mt-4 w-full noscript:hidden"
              busy={isBusy}
              busyLabel="Saving..."
              onClick={() => form.send("inquiry")}
            >
              Guyana Sales
            </Button>
          )}
          {form.drawingFields && terms.isDrafted !== false && (
            <PatternPreview productId={product.id} fields={form.drawingFields} />
          )}
          {terms.isDrafted === false && (
            <p className="mt-8 border-t border-line pt-6 text-sm text-ink-soft">
              The tailor drafts the pattern of this piece by hand, to your measurements. There is no
              drawing of it before.
            </p>
          )}
          <div className="mt-6">
            <FitPromises productId={product.id} terms={terms} delivery={delivery} total={total} />
          </div>
        </OrderSummary>
      </div>
      <div
        data-bottom-bar=""
        className="sticky bottom-0 z-20 space-y-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden noscript:hidden"
      >
        {refusal}
        <div className="flex items-center gap-3">
          <LooksSketch looks={looks} isDecorative className="h-12 w-auto shrink-0" />
          {button("w-full justify-between!")}
        </div>
      </div>
    </div>
  );
}

/** What is different from the last time the customer saw this choice. */
function ChangeNotices({ form, lost }: { form: FitForm; lost: readonly string[] }) {
  return (
    <>
      {form.isChange && (
        <Notice kind="info" className="mt-6" title="You are changing a piece in your cart">
          {form.isCopyMissing
            ? "This browser does not know the options you chose before, so please choose them again. The piece stays as it was until you save."
            : "It stays as it was until you save."}
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice kind="warning" className="mt-6" title="Please choose again">
          No longer offered: {lost.join(", ")}.
        </Notice>
      )}
    </>
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
  looks: Looks;
  children: ReactNode;
};

/** Sticks beside the questions; its button is in view on a laptop's screen. */
function OrderSummary({ looks, children }: SummaryProps) {
  return (
    <aside
      aria-label="Your order"
      className="self-start border-t border-line pt-6 md:sticky md:top-24 md:col-span-5 md:border-0 md:pt-0"
    >
      <div className="mb-4 flex items-end gap-5">
        <GarmentImage looks={looks} sizes="112px" className="hidden w-28 md:block" />
        <LooksSketch looks={looks} className="hidden h-48 w-auto max-w-44 shrink md:block" />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{looks.name}</p>
          <p className="text-sm text-ink-quiet">{looks.colorName}</p>
        </div>
      </div>
      <div className="mb-4 hidden space-y-3 empty:hidden md:block">
        <ClothNote looks={looks} />
        <UnshownChoices choices={looks.choices} components={looks.components} />
      </div>
      {children}
    </aside>
  );
}

type QuestionsProps = { form: FitForm; terms: MadeToMeasureTerms; openGuide: OpenGuide };

function Questions({ form, terms, openGuide }: QuestionsProps) {
  const { change, draft, errorOf, findings, link, links, person, profiles } = form;
  const [unit] = useUnit();
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
      <div className="noscript:hidden">
        <LostPeople />
        <PersonPanel
          people={profiles}
          person={person}
          link={link}
          links={links}
          measurements={form.measurements}
          findings={findings}
          unit={unit}
          error={errorOf("person")}
          onChoose={(profileId) => change({ profileId })}
          onAdd={add}
          onMeasure={openGuide}
          onConfirm={(name) => person && savePerson(confirmReading(person, name))}
        />
      </div>
      <FitField draft={draft} onChange={change} />
      {(person || link) && (
        <FitMemoryNote
          garment={form.garment}
          fit={draft.fit}
          profileId={person?.id ?? null}
          name={link?.personName ?? person?.label.value ?? ""}
        />
      )}
      {person && (
        <ShapeFields person={person} required={form.measurements.required} onChange={savePerson} />
      )}
      <LooksPanel looks={form.looks} />
      <GarmentFields terms={terms} draft={draft} onChange={change} errorOf={errorOf} />
    </div>
  );
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
