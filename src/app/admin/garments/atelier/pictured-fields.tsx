import { Link } from "react-router";
import { countLabel } from "#core/format-number.ts";
import type { PicturedWarning } from "#features/garments/options/as-pictured.ts";
import { warningText } from "#features/garments/options/as-pictured.ts";
import type { NotAsPictured } from "#features/garments/options/as-pictured-queries.server.ts";
import type { InheritedOption } from "#features/garments/options/terms-form.ts";
import { Field, Select } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

type Props = { name: string; options: readonly InheritedOption[] };

/** What the images of a product show of the options of its garment type, one select for each option. */
export function PicturedFields({ name, options }: Props) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">As pictured</legend>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Each option starts with what the images of this product show, and the price of the size
        Custom is the price of that garment.
      </p>
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {options.map((option) => (
          <Field key={option.id} label={option.name}>
            <Select name={name} defaultValue={option.pictured ?? ""}>
              <option value="">{usualText(option)}</option>
              {option.choices.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function usualText({ choices, usual }: InheritedOption): string {
  const choice = choices.find(({ id }) => id === usual);
  return choice ? `As the garment type: ${choice.name}` : "Not said yet";
}

/** Options of a product that start with another choice than its images show, or of which nobody has said what they show. */
export function PicturedWarnings({ warnings }: { warnings: readonly PicturedWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warning" title="Not as pictured" className="mb-6">
      <ul className="list-disc space-y-1 pl-5">
        {warnings.map((warning) => (
          <li key={`${warning.kind} ${warning.option}`}>{warningText(warning)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The others follow as the first ones are put right. */
const MAX_LINKS = 12;

/** Made-to-measure products whose options do not start as pictured, with the way to put it right. */
export function NotAsPicturedProducts({ products }: { products: readonly NotAsPictured[] }) {
  if (products.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title={`Not as pictured: ${countLabel(products.length, "product")}`}
      className="mb-6"
    >
      <ul className="flex flex-wrap gap-x-6">
        {products.slice(0, MAX_LINKS).map(({ id, name, warnings }) => (
          <li key={id}>
            <Link to={`/admin/atelier/terms/${id}`} className="link inline-block py-2.5">
              {name} ({countLabel(warnings, "option")})
            </Link>
          </li>
        ))}
      </ul>
      {products.length > MAX_LINKS && <p>And {products.length - MAX_LINKS} more.</p>}
    </Notice>
  );
}
