import type { FieldMetadata } from "@conform-to/react";
import { FormField } from "#app/components/form/form-field.tsx";
import type { SettingControl } from "#features/base/settings/setting-description.ts";

export type Metadata = FieldMetadata<unknown>;
type Lists = Readonly<Record<string, unknown>>[];

export const fieldOf = (fields: Record<string, Metadata | undefined>, name: string): Metadata => {
  const field = fields[name];
  if (!field) throw new Error(`There is no field ${name}`);
  return field;
};
export const itemsOf = (field: Metadata) =>
  (field as FieldMetadata<Lists>).getFieldList().map((item) => ({
    key: item.key,
    fields: item.getFieldset() as Record<string, Metadata | undefined>,
  }));

export type LineProps = Omit<Parameters<typeof FormField>[0], "children"> & {
  control: Extract<SettingControl, { kind: "text" | "number" }>;
};

export function LineField({ control, ...props }: LineProps) {
  if (control.kind === "number") {
    const inputMode = control.scale === 1 ? "numeric" : "decimal";
    return <FormField {...props} inputMode={inputMode} autoComplete="off" />;
  }
  const { type = "text", isRequired = false, spellCheck } = control;
  return (
    <FormField
      {...props}
      type={type}
      required={isRequired}
      autoComplete="off"
      spellCheck={spellCheck}
    />
  );
}
