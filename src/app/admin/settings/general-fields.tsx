import type { GeneralSettings } from "#features/settings/settings-schema.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

/** What the shop is called and where it is reached (specification 2, General). */
export function GeneralFields({ draft }: { draft: SettingsDraft }) {
  const general = draft.values.general;
  const bind = (field: keyof GeneralSettings) => ({
    name: `general.${field}`,
    value: general[field],
    onChange: (event: { target: { value: string } }) =>
      draft.set("general", { ...general, [field]: event.target.value }),
  });
  const problem = (field: keyof GeneralSettings) => draft.problems[`general.${field}`];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Site Name" error={problem("siteName")} className="sm:col-span-2">
        <Input {...bind("siteName")} required autoComplete="off" />
      </Field>
      <Field
        label="Site Description"
        optional
        hint="Stands in the footer, and under the shop's name where it is found."
        error={problem("siteDescription")}
        className="sm:col-span-2"
      >
        <Textarea {...bind("siteDescription")} rows={3} />
      </Field>
      <Field label="Contact Email" error={problem("contactEmail")}>
        <Input {...bind("contactEmail")} type="email" required autoComplete="off" />
      </Field>
      <Field label="Contact Phone" optional error={problem("contactPhone")}>
        <Input {...bind("contactPhone")} type="tel" autoComplete="off" />
      </Field>
      <Field
        label="Business Address"
        optional
        hint="Street, town, country"
        error={problem("address")}
        className="sm:col-span-2"
      >
        <Input {...bind("address")} autoComplete="off" />
      </Field>
    </div>
  );
}
