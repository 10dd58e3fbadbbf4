import { useEffect, useRef, useState } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { FITS } from "#features/body/measurement/fit.ts";
import type { ShapeControl, Slider } from "#features/garments/order-patterns/slider.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import type { DraftView, PatternActionResult, PatternView } from "./pattern-view.server.ts";

const fitTexts = { close: "Close", regular: "Regular", easy: "Easy" } as const;

const rounded = (value: number) => String(Math.round(value * 10) / 10);

export type Redraw = { draft: DraftView | null; message: string | null };

/** Posts the form for a redraw; one request at a time, and the newest state of the form last. */
function useRedraw(onRedraw: (drawn: Redraw) => void) {
  const fetcher = useFetcher<PatternActionResult>();
  const waiting = useRef<FormData | null>(null);
  const { data, state, submit } = fetcher;
  useEffect(() => {
    if (data) onRedraw({ draft: data.preview, message: data.message });
  }, [data, onRedraw]);
  useEffect(() => {
    if (state !== "idle" || waiting.current === null) return;
    const next = waiting.current;
    waiting.current = null;
    void submit(next, { method: "post" });
  }, [state, submit]);
  return (form: HTMLFormElement) => {
    const body = new FormData(form);
    body.set("intent", "preview");
    if (state === "idle") void submit(body, { method: "post" });
    else waiting.current = body;
  };
}

const UNIT_NAMES = { cm: "centimeters", "%": "percent", "°": "degrees", "": "" } as const;

/** A tailor measures to a millimeter; a count is whole. */
const STEPS = { cm: 0.1, "%": 0.5, "°": 0.5, "": 1 } as const;

type SliderProps = { slider: Slider; onMove: (form: HTMLFormElement | null) => void };

/** The number is the field; the slider beside it moves the number. */
function SliderField({ onMove, slider }: SliderProps) {
  const { from, hint, label, option, requested, to, unit, value } = slider;
  const isHydrated = useHydrated();
  const [entered, setEntered] = useState(rounded(value));
  const number = useRef<HTMLInputElement>(null);
  const move = (text: string, input: HTMLInputElement) => {
    setEntered(text);
    if (number.current) number.current.value = text;
    onMove(input.form);
  };
  const unitName = UNIT_NAMES[unit];
  const range = `${rounded(from)} to ${rounded(to)}${unit && ` ${unit}`}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-end gap-x-4">
      <div>
        <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="font-medium" aria-hidden={isHydrated || undefined}>
            {label}
          </span>
          {requested !== null && (
            <span className="figures text-ink-quiet">
              asked {rounded(requested)} {unit}
            </span>
          )}
        </p>
        {isHydrated ? (
          <input
            type="range"
            aria-label={unitName === "" ? label : `${label}, ${unitName}`}
            min={from}
            max={to}
            step={STEPS[unit]}
            value={Number(entered) || 0}
            onChange={({ currentTarget }) => move(currentTarget.value, currentTarget)}
            className="h-11 w-full accent-demerara"
          />
        ) : (
          <p className="flex min-h-11 items-center text-sm text-ink-quiet">{range}</p>
        )}
      </div>
      <span className="flex items-center gap-2">
        <Input
          ref={number}
          name={`option.${option}`}
          type="number"
          inputMode="decimal"
          step="any"
          aria-label={`${label}, ${range}`}
          value={entered}
          onChange={({ currentTarget }) => move(currentTarget.value, currentTarget)}
          className="figures text-right"
        />
        <span className="w-5 shrink-0 text-sm text-ink-quiet">{unit}</span>
      </span>
      {hint !== "" && <p className="figures col-span-2 text-sm text-ink-quiet">{hint}</p>}
    </div>
  );
}

type ShapeFieldsProps = {
  controls: readonly ShapeControl[];
  onMove: (form: HTMLFormElement | null) => void;
};

/** Alterations to the shape of the body, which a tailor names and measures in millimeters. */
function ShapeFields({ controls, onMove }: ShapeFieldsProps) {
  if (controls.length === 0) return null;
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="text-sm font-medium">Shape of the body (mm)</legend>
      {controls.map(({ from, hint, name, title, to, value }) => (
        <Field key={name} label={title} hint={hint}>
          <Input
            name={`shape.${name}`}
            type="number"
            inputMode="decimal"
            min={from}
            max={to}
            step={0.5}
            defaultValue={value}
            onChange={({ currentTarget }) => onMove(currentTarget.form)}
            className="figures"
          />
        </Field>
      ))}
    </fieldset>
  );
}

type Props = {
  view: PatternView;
  /** The stored draft, or what a form without JavaScript requested. */
  shown: DraftView;
  /** What the change does to the finished garment; "" without one. */
  change: string;
  onRedraw: (drawn: Redraw) => void;
};

/** Ease, options, fit and seam allowance: redrawn while they move, stored when the tailor says so. */
export function PatternForm({ change, onRedraw, shown, view }: Props) {
  const redraw = useRedraw(onRedraw);
  const isHydrated = useHydrated();
  const busy = useNavigation().state === "submitting";
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const moved = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    // After React has written the value into the form.
    if (form) timer.current = setTimeout(() => redraw(form), 0);
  };
  const eases = shown.sliders.filter(({ isEase }) => isEase);
  const options = shown.sliders.filter(({ isEase }) => !isEase);
  return (
    <Form
      method="post"
      aria-label="Ease and options"
      preventScrollReset
      className="space-y-6 lg:space-y-3"
    >
      <input type="hidden" name="version" value={view.version} />
      {eases.map((slider) => (
        <SliderField key={slider.option} slider={slider} onMove={moved} />
      ))}
      <Field label="Seam allowance (mm)">
        <Input
          name="seamAllowance"
          type="number"
          inputMode="numeric"
          min={0}
          max={50}
          step={1}
          defaultValue={shown.seamAllowance}
          onChange={({ currentTarget }) => moved(currentTarget.form)}
          className="figures"
        />
      </Field>
      <ShapeFields controls={shown.shapeControls} onMove={moved} />
      {options.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            More options of the design
          </summary>
          <div className="mt-3 space-y-5">
            {options.map((slider) => (
              <SliderField key={slider.option} slider={slider} onMove={moved} />
            ))}
          </div>
        </details>
      )}
      <p role="status" className="figures text-sm text-demerara">
        {change}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save" busy={busy}>
          Save as version {view.version + 1}
        </Button>
        {!isHydrated && (
          <Button type="submit" name="intent" value="preview" variant="secondary">
            Show the change
          </Button>
        )}
        {change !== "" && (
          <Button type="submit" name="intent" value="undo" variant="quiet">
            Back to version {view.version}
          </Button>
        )}
      </div>
      <div className="space-y-4 border-t border-line pt-5">
        <p className="text-sm text-ink-soft">
          Drafting again looks for options that fit the body. What you set above stays as it is.
        </p>
        <Field label="Fit">
          <Select name="fit" defaultValue={shown.fit}>
            {FITS.map((fit) => (
              <option key={fit} value={fit}>
                {fitTexts[fit]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="solve" variant="secondary" busy={busy}>
            Draft again
          </Button>
          {view.hasChoices && (
            <Button type="submit" name="intent" value="restart" variant="quiet">
              Draft again without my choices
            </Button>
          )}
        </div>
      </div>
    </Form>
  );
}
