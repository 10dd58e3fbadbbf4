import { Field, Select } from "#ui/field.tsx";

type Props = { categories: readonly string[]; fallbackCategory: string };

/** Where new products go whose category nothing tells. */
export function FallbackField({ categories, fallbackCategory }: Props) {
  return (
    <Field
      label="New products without a category go to"
      hint="Where neither the file nor its words tell one."
    >
      <Select name="fallbackCategory" defaultValue={fallbackCategory}>
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}
