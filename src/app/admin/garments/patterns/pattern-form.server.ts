import { FITS } from "#features/body/measurement/fit.ts";
import type { DraftChoices } from "#features/garments/order-patterns/pattern-content.ts";
import { slidersOf } from "#features/garments/order-patterns/slider.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";

const NO_CONTENT = { design: null, solved: {} };
/** A slider that was not moved posts its rounded value back. */
const SAME = 0.051;

const numberOf = (value: FormDataEntryValue | null): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/** What a tailor chose in the form of a component. Only sliders that were moved, now or before, become options; the rest stays with the solver. */
export function readChoices(form: FormData, component: OpenComponent): DraftChoices {
  const { content } = component;
  const options: Record<string, number | string | boolean> = { ...content?.options };
  for (const { factor, option, value } of slidersOf(content ?? NO_CONTENT)) {
    const entered = numberOf(form.get(`option.${option}`));
    if (entered !== null && Math.abs(entered - value) > SAME) options[option] = entered / factor;
  }
  const fit = FITS.find((each) => each === form.get("fit")) ?? content?.fit ?? "regular";
  const allowance = numberOf(form.get("seamAllowance"));
  const seamAllowance = Math.min(50, Math.max(0, allowance ?? SEAM_ALLOWANCE_MM));
  return { fit, options, seamAllowance };
}
