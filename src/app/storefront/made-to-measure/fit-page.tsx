import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { colorPath } from "#app/components/product/product-url.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import type { ProductColor, ProductDetail } from "#features/catalog/products/product.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import type { EnteredFit } from "#features/garments/specification/fit-draft.ts";
import { choiceField, validateMonogram } from "#features/garments/specification/fit-draft.ts";
import {
  MAX_MONOGRAM_LENGTH,
  MAX_REMARKS_LENGTH,
} from "#features/garments/specification/specification.ts";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { PLAIN_FIT } from "./fit-form.ts";
import { FitSection, ImageTile, OptionGroupField } from "./option-groups.tsx";

/** One honest sentence for each fit. */
const FIT_TEXTS = {
  close: ["Close", "Follows the body. Elegant standing, less room to sit and reach."],
  regular: ["Regular", "Room to move, without extra cloth. Right for most people."],
  easy: ["Easy", "Hangs loosely. The most comfortable, and the least shaped."],
} as const;

type HeadProps = {
  product: ProductDetail;
  color: ProductColor | null;
  /** Beside the title on a phone. */
  image?: ReactNode;
};

/** The way back keeps the color. */
export function FitHead({ product, color, image }: HeadProps) {
  return (
    <header>
      <Link
        to={colorPath(product.id, color)}
        className="-my-2 inline-flex min-h-11 items-center gap-2 text-sm text-ink-quiet transition-colors hover:text-demerara"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to {product.name}
      </Link>
      <div className="mt-6 flex items-start gap-5">
        {image}
        <div>
          <p className="eyebrow">Made to measure</p>
          <h1 className="display mt-2 text-title leading-tight wrap-anywhere">{product.name}</h1>
        </div>
      </div>
    </header>
  );
}

type FitChange = (change: Partial<EnteredFit>) => void;

export type ChoicesProps = {
  terms: MadeToMeasureTerms;
  draft: EnteredFit;
  onChange: FitChange;
  errorOf: (field: string) => string | undefined;
};

export function FitField({ draft, onChange }: Pick<ChoicesProps, "draft" | "onChange">) {
  return (
    <FitSection title="Fit" lead="How close should it be? We cut the rest from your measurements.">
      <div className="grid gap-3 sm:grid-cols-3">
        {FITS.map((fit) => (
          <ImageTile
            key={fit}
            name="fit"
            value={fit}
            checked={draft.fit === fit}
            label={FIT_TEXTS[fit][0]}
            text={FIT_TEXTS[fit][1]}
            onChoose={() => onChange({ fit })}
          />
        ))}
      </div>
    </FitSection>
  );
}

/** The owner's questions, then monogram and remarks. */
export function GarmentFields({ terms, draft, onChange, errorOf }: ChoicesProps) {
  const choose = (groupId: string, choiceId: string) =>
    onChange({ choices: { ...draft.choices, [groupId]: choiceId } });
  return (
    <>
      {terms.groups.map((group) => (
        <OptionGroupField
          key={group.id}
          group={group}
          chosen={draft.choices[group.id]}
          onChoose={(choiceId) => choose(group.id, choiceId)}
          error={errorOf(choiceField(group.id))}
        />
      ))}
      {terms.hasMonogram && (
        <TextSection title="Monogram" field="monogram">
          <MonogramField draft={draft} onChange={onChange} error={errorOf("monogram")} />
        </TextSection>
      )}
      <TextSection title="Remarks" field="remarks">
        <Field
          label="Anything the atelier should know"
          optional
          hint={`A shoulder that sits lower, a watch under the cuff, the height of the heels you will wear: the floor is measured barefoot. Up to ${MAX_REMARKS_LENGTH} letters.`}
          error={errorOf("remarks")}
        >
          <Textarea
            rows={3}
            form={PLAIN_FIT}
            name="remarks"
            value={draft.remarks}
            onChange={({ target }) => onChange({ remarks: target.value })}
          />
        </Field>
      </TextSection>
    </>
  );
}

type TextSectionProps = { title: string; field: string; children: ReactNode };

function TextSection({ title, field, children }: TextSectionProps) {
  return (
    <section data-field={field} className="scroll-mt-24 border-t border-line pt-6 pb-10">
      <h2 className="display mb-5 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

type MonogramProps = Pick<ChoicesProps, "draft" | "onChange"> & { error: string | undefined };

/** The error appears on leaving the field and goes once it is corrected. */
function MonogramField({ draft, onChange, error }: MonogramProps) {
  const [isLeft, setIsLeft] = useState(false);
  const problem = isLeft ? (validateMonogram(draft.monogram) ?? undefined) : undefined;
  return (
    <Field
      label="Letters"
      optional
      hint={`Sewn inside, where you alone see it. Up to ${MAX_MONOGRAM_LENGTH} letters, such as R.S.`}
      error={error ?? problem}
      className="max-w-56"
    >
      <Input
        form={PLAIN_FIT}
        name="monogram"
        value={draft.monogram}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onBlur={() => setIsLeft(true)}
        onChange={({ target }) => onChange({ monogram: target.value })}
      />
    </Field>
  );
}
