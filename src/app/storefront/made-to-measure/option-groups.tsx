import type { ReactNode } from "react";
import { useId } from "react";
import type {
  OptionChoice,
  OptionGroup,
} from "#features/garments/options/made-to-measure-terms.ts";
import { isOrderable } from "#features/garments/options/made-to-measure-terms.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";
import { differenceText } from "#features/orders/order/line-description.ts";
import { FieldError } from "#ui/field.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { PLAIN_FIT } from "./fit-form.ts";

/** "+$40.00", "−$20.00"; "" for a choice that costs nothing more. */
export const priceDifference = ({ price }: Pick<OptionChoice, "price">): string =>
  differenceText(price);

type SectionProps = {
  title: ReactNode;
  /** Follows the title, such as "optional". */
  aside?: ReactNode;
  lead?: ReactNode;
  /** The field whose error leads here. */
  field?: string;
  error?: string | null | undefined;
  children: ReactNode;
};

/** A question of the page as a group of controls. */
export function FitSection({ title, aside, lead, field, error, children }: SectionProps) {
  const id = useId();
  const leadId = `${id}-lead`;
  const errorId = `${id}-error`;
  const described = [lead ? leadId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return (
    <fieldset
      data-field={field}
      aria-describedby={described || undefined}
      className="min-w-0 scroll-mt-24 pb-10"
    >
      <legend className="flex w-full items-baseline justify-between gap-4 border-t border-line pt-6">
        <h2 className="display text-2xl">{title}</h2>
        {aside && <span className="text-sm text-ink-quiet">{aside}</span>}
      </legend>
      {lead && (
        <p id={leadId} className="mt-1 max-w-[60ch] text-sm text-ink-soft">
          {lead}
        </p>
      )}
      <div className="mt-5">{children}</div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

const tile =
  "flex h-full flex-col rounded-hair border border-line text-sm transition-colors hover:border-ink peer-checked:border-ink peer-checked:ring peer-checked:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara peer-disabled:border-line peer-disabled:text-ink-quiet";

type TileProps = {
  name: string;
  value: string;
  checked: boolean;
  disabled?: boolean;
  label: string;
  note?: string;
  text?: string;
  image?: ReactNode;
  onChoose: () => void;
};

/** A choice with its picture above; the whole tile is the target. */
export function ImageTile(props: TileProps) {
  const { checked, disabled, label, name, note, onChoose, image, text, value } = props;
  return (
    <label className="block has-disabled:cursor-not-allowed">
      <input
        type="radio"
        form={PLAIN_FIT}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="peer sr-only"
      />
      <span className={tile}>
        {image}
        <span className="flex grow flex-col px-3 py-2.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium wrap-anywhere">{label}</span>
            {note && <span className="figures shrink-0 text-ink-soft">{note}</span>}
          </span>
          {text && <span className="mt-1 text-ink-quiet">{text}</span>}
        </span>
      </span>
    </label>
  );
}

const tileGrid = "grid grid-cols-2 gap-3 sm:grid-cols-3";

function ChoiceImage({ choice }: { choice: OptionChoice }) {
  return (
    <span className="block aspect-4/3 overflow-hidden bg-cloth">
      {choice.imageId && (
        <ResponsiveImage
          id={choice.imageId}
          alt=""
          sizes="(min-width: 1280px) 230px, (min-width: 640px) 30vw, 45vw"
          width={320}
          height={240}
          widths={[160, 320, 480]}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

type GroupProps = {
  group: OptionGroup;
  chosen: string | undefined;
  /** "" for none, in a group that is not required. */
  onChoose: (choiceId: string) => void;
  error: string | null | undefined;
};

/** One question of the owner (construction options). */
export function OptionGroupField({ group, chosen, onChoose, error }: GroupProps) {
  const { choices, id, name, required } = group;
  const hasImages = choices.some(({ imageId }) => imageId !== null);
  const field = choiceField(id);
  return (
    <FitSection title={name} field={field} error={error} aside={required ? undefined : "Optional"}>
      <div className={tileGrid}>
        {!required && (
          <ImageTile
            name={field}
            value=""
            checked={!chosen}
            label="None"
            onChoose={() => onChoose("")}
          />
        )}
        {choices.map((choice) => {
          const orderable = isOrderable(choice);
          return (
            <ImageTile
              key={choice.id}
              name={field}
              value={choice.id}
              checked={chosen === choice.id}
              disabled={!orderable}
              label={choice.name}
              note={orderable ? priceDifference(choice) : "Used up"}
              text={choice.description}
              image={hasImages && <ChoiceImage choice={choice} />}
              onChoose={() => onChoose(choice.id)}
            />
          );
        })}
      </div>
    </FitSection>
  );
}
