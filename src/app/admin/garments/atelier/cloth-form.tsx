import type { FieldMetadata } from "@conform-to/react";
import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";
import { controlProps, FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { parseFields } from "#app/web/form-fields.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { metresText } from "#core/metres.ts";
import { clothInput } from "#features/garments/cloth/cloth.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Textarea } from "#ui/field.tsx";
import type { ClothFormResult } from "./handle-cloth-form.server.ts";
import { ImageField } from "./image-field.tsx";

type Values = {
  name: string;
  composition: string;
  origin: string;
  description: string;
  colorHex: string;
  mediaId: string;
  width: string;
  stretch: string;
  isOneWay: boolean;
  lowStock: string;
};

const valuesOf = (cloth: Cloth | null): Values => ({
  name: cloth?.name ?? "",
  composition: cloth?.composition ?? "",
  origin: cloth?.origin ?? "",
  description: cloth?.description ?? "",
  colorHex: cloth?.colorHex ?? "",
  mediaId: cloth?.mediaId ?? "",
  width: cloth?.widthMm ? String(cloth.widthMm / 10) : "",
  stretch: String(cloth?.stretchPercent ?? ""),
  isOneWay: cloth?.isOneWay ?? false,
  lowStock: cloth ? metresText(cloth.lowStockMm) : "10",
});

const HEX = /^#[0-9a-f]{6}$/i;

/** What the picker begins with while no color is entered. */
const NEUTRAL = "#808080";

type ColorFieldProps = { field: FieldMetadata<string>; onPick: (color: string) => void };

/** The owner enters the code of a color or picks the color. */
function ColorField({ field, onPick }: ColorFieldProps) {
  const color = field.value?.trim() ?? "";
  return (
    <div className="flex items-start gap-2">
      <FormField
        field={field}
        label="Color"
        optional
        hint="Such as #1F2A3C"
        autoComplete="off"
        spellCheck={false}
      />
      <input
        type="color"
        aria-label="Pick the color"
        value={HEX.test(color) ? color : NEUTRAL}
        onChange={({ target }) => onPick(target.value.toUpperCase())}
        className="mt-6.5 h-11 w-12 shrink-0 cursor-pointer border border-edge bg-paper p-1 noscript:hidden"
      />
    </div>
  );
}

type Props = { cloth: Cloth | null; result: ClothFormResult | undefined };

/** Null adds a cloth. */
export function ClothForm({ cloth, result }: Props) {
  const { state, formData } = useNavigation();
  const isMine = intentOf(result) === "save";
  const [form, fields] = useForm<Values, unknown>({
    id: "cloth",
    lastResult: isMine ? result : undefined,
    defaultValue: valuesOf(cloth),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData: entered }) => parseFields(entered, clothInput),
  });
  const isSaving = state === "submitting" && formData?.get("intent") === "save";
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="max-w-160 space-y-5">
      <FormErrors form={form} title="The cloth was not saved" />
      <input type="hidden" name="intent" value="save" />
      {cloth && <input type="hidden" name="version" value={cloth.version} />}
      <FormField field={fields.name} label="Name" required autoComplete="off" />
      <FormField
        field={fields.composition}
        label="Composition"
        optional
        hint="Such as 100 % wool, 280 g/m². Customers read it."
        autoComplete="off"
      />
      <FormField
        field={fields.origin}
        label="Where it comes from"
        optional
        hint="Such as Ireland or a mill in Biella, Italy. The garment's label says it: enter what you can show."
        autoComplete="off"
      />
      <FormField field={fields.description} label="Description" optional>
        <Textarea {...controlProps(fields.description)} rows={2} />
      </FormField>
      <div>
        <p className="mb-1.5 text-sm font-medium">Picture</p>
        <ImageField
          field={fields.mediaId}
          of="the cloth"
          onChange={(value) => form.update({ name: fields.mediaId.name, value })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <ColorField
          field={fields.colorHex}
          onPick={(value) => form.update({ name: fields.colorHex.name, value })}
        />
        <FormField
          field={fields.width}
          label="Width in cm"
          optional
          inputMode="decimal"
          autoComplete="off"
        />
        <FormField
          field={fields.stretch}
          label="Stretch in %"
          optional
          hint="Across, by hand: 0 for woven cloth, 25 for jersey"
          inputMode="numeric"
          autoComplete="off"
        />
        <FormField
          field={fields.lowStock}
          label="Low at (metres)"
          required
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <Checkbox
        name={fields.isOneWay.name}
        defaultChecked={
          isMine ? result?.initialValue?.isOneWay === "on" : (cloth?.isOneWay ?? false)
        }
        label="One way"
        hint="It has a nap, or a print with an upper end: every part is cut in the same direction, which needs more cloth."
      />
      <LeaveGuard
        isChanged={form.dirty && !isSaving}
        keepsChanges={({ currentLocation, nextLocation }) =>
          currentLocation.pathname === nextLocation.pathname
        }
        description="What you changed about this cloth is not saved yet."
      />
      <Button type="submit" busy={isSaving}>
        {cloth ? "Save the cloth" : "Add the cloth"}
      </Button>
    </Form>
  );
}
