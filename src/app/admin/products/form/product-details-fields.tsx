import { slugOf } from "#features/catalog/admin/product-slug.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { ProductFormState } from "./use-product-form.ts";

const texts = [
  { field: "materials", label: "Materials" },
  { field: "care", label: "Care" },
] as const;

/** Name and words of a piece, and its address in the shop. */
export function ProductDetailsFields({ state }: { state: ProductFormState }) {
  const { form, set, check, problems, base } = state;
  const address = form.slug || slugOf(form.name) || "made-from-the-name";
  return (
    <div className="space-y-5">
      <Field label="Product Name" error={problems.name}>
        <Input
          name="name"
          required
          autoComplete="off"
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
          onBlur={() => check("name")}
        />
      </Field>
      <Field label="Description" optional error={problems.description}>
        <Textarea
          name="description"
          rows={5}
          value={form.description}
          onChange={(event) => set({ description: event.target.value })}
          onBlur={() => check("description")}
        />
      </Field>
      {texts.map(({ field, label }) => (
        <Field key={field} label={label} optional error={problems[field]}>
          <Textarea
            name={field}
            rows={2}
            value={form[field]}
            onChange={(event) => set({ [field]: event.target.value })}
            onBlur={() => check(field)}
          />
        </Field>
      ))}
      <Field
        label="Address"
        optional
        error={problems.slug}
        hint={
          <>
            <span className="break-all">/product/{address}</span> leads to the piece. Without one it
            is made from the name.
            {base && form.slug !== base.form.slug && (
              <> Links with the address before lead here, as long as no other piece takes it.</>
            )}
          </>
        }
      >
        <Input
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.slug}
          onChange={(event) => set({ slug: event.target.value })}
          onBlur={() => check("slug")}
        />
      </Field>
    </div>
  );
}
