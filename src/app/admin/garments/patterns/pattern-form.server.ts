import { z } from "zod";
import { readFields, textsByName } from "#app/web/form-fields.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { easedGirthsOf } from "#features/garments/order-patterns/ease-options.ts";
import type { DraftChoices } from "#features/garments/order-patterns/pattern-content.ts";
import { shapeControlsOf, slidersOf } from "#features/garments/order-patterns/slider.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";

const NO_CONTENT = { design: null, measurements: {}, measures: [], solved: {} };
const MM_PER_CM = 10;
/** A slider that was not moved posts its rounded value back. */
const SAME = 0.051;

const choiceFields = z.object({
  /** By the name of the option. */
  option: textsByName,
  /** By the name of the alteration. */
  shape: textsByName,
  fit: z.enum(FITS).nullable().catch(null),
  seamAllowance: z.number().nullable().catch(null),
});

/** Alterations whose amount was changed, now or before; what the stated shape asks for stays with the draft. */
function readShape(texts: Readonly<Record<string, string>>, { content }: OpenComponent) {
  const shape: Record<string, number> = { ...content?.shape };
  for (const { from, name, to, value } of shapeControlsOf(content ?? NO_CONTENT)) {
    const text = texts[name]?.trim() ?? "";
    const amount = Math.min(to, Math.max(from, text === "" ? Number.NaN : Number(text)));
    if (Number.isFinite(amount) && Math.abs(amount - value) > SAME) shape[name] = amount;
  }
  return shape;
}

/** What a tailor chose in the form of a component. Only sliders that were moved, now or before, become options; the rest stays with the solver. */
export function readChoices(form: FormData, component: OpenComponent): DraftChoices {
  const { content } = component;
  const chosen = readFields(form, choiceFields);
  const options: Record<string, number | string | boolean> = { ...content?.options };
  const eases: Record<string, number> = { ...content?.eases };
  const girths = easedGirthsOf(content ?? NO_CONTENT);
  for (const { factor, from, offset, option, to, value } of slidersOf(content ?? NO_CONTENT)) {
    const text = chosen.option[option]?.trim() ?? "";
    const entered = text === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(entered) || Math.abs(entered - value) <= SAME) continue;
    const moved = Math.min(to, Math.max(from, entered));
    options[option] = (moved - offset) / factor;
    // A tailor sets the ease of the finished garment, and asks for it from then on.
    const girth = girths.find((each) => each.option === option);
    if (girth) eases[option] = (moved * MM_PER_CM) / girth.body;
  }
  const fit = chosen.fit ?? content?.fit ?? "regular";
  const allowance = chosen.seamAllowance ?? SEAM_ALLOWANCE_MM;
  const seamAllowance = Math.min(50, Math.max(0, allowance));
  return { fit, options, eases, seamAllowance, shape: readShape(chosen.shape, component) };
}
