import { z } from "zod";

/** `isFixed` lists keep their items; others grow, shrink and reorder. */
export type SettingControl =
  | { kind: "text"; type?: "email" | "tel"; isRequired?: boolean; spellCheck?: false }
  | { kind: "textarea" }
  | { kind: "switch" }
  /** `scale` is what an entered unit is stored as, 100 for dollars. */
  | { kind: "number"; scale: number }
  /** Any number of them. */
  | { kind: "choices"; options: readonly string[] }
  /** Any number of countries; stored as their codes with commas. */
  | { kind: "countries" }
  /** One of them. */
  | { kind: "select"; options: readonly string[] }
  | { kind: "image" }
  | { kind: "list"; fields: Readonly<Record<string, ListField>>; isFixed?: boolean };

export type SettingField<Schema extends z.ZodType = z.ZodType> = {
  label: string;
  control: SettingControl;
  /** Messages appear at the field. */
  schema: Schema;
  /** Used until the field is saved. Null means that an empty field is null. */
  default: z.output<Schema>;
  hint?: string;
  optional?: boolean;
  isHalf?: boolean;
  /** Who comes in, where money goes or what is erased hangs on it, so a change needs a confirmed session. */
  isProtected?: boolean;
  /** The command palette finds the field by them. */
  keywords?: string;
  /** The command palette focuses it, if not the field. */
  focus?: string;
};

/** `appliesTo` selects the items. */
export type ListField = Pick<SettingField, "label" | "control" | "optional"> & {
  appliesTo?: (item: Record<string, unknown>) => boolean;
};

/** The tabs follow specification 2 and decisions C6, S12 and S16. */
export const SETTINGS_TABS = [
  { value: "general", label: "General" },
  { value: "footer", label: "Footer" },
  { value: "integrations", label: "Integrations" },
  { value: "seo", label: "SEO" },
  { value: "shipping", label: "Shipping" },
  { value: "transfers", label: "Bank transfer" },
  { value: "invoices", label: "Invoices" },
  { value: "alterations", label: "Alterations" },
  { value: "security", label: "Security" },
  { value: "privacy", label: "Privacy" },
  { value: "notices", label: "Announcement and cart" },
] as const;

/** The URL names it, as in /admin?tab=settings&part=footer. */
export type SettingsTab = (typeof SETTINGS_TABS)[number]["value"];

type Fields = Readonly<Record<string, SettingField>>;
type SchemaOf<F extends Fields> = z.ZodObject<{ [Name in keyof F]: F[Name]["schema"] }>;

/** A section is one versioned row of site_settings. */
export type SettingsSection<F extends Fields = Fields> = {
  label: string;
  tab: SettingsTab;
  /** On a tab that shows other things too. */
  heading: string | null;
  /** Every storefront page needs it. */
  isOnEveryPage: boolean;
  fields: F;
  fieldsSchema: SchemaOf<F>;
  schema: z.ZodType<z.output<SchemaOf<F>>>;
};

export function section<F extends Fields>(described: {
  label: string;
  tab: SettingsTab;
  heading?: string;
  isOnEveryPage?: boolean;
  fields: F;
  refine?: (schema: SchemaOf<F>) => z.ZodType<z.output<SchemaOf<F>>>;
}): SettingsSection<F> {
  const { label, tab, heading = null, isOnEveryPage = false, fields, refine } = described;
  const shape = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  const fieldsSchema = z.object(Object.fromEntries(shape)) as unknown as SchemaOf<F>;
  const schema = refine ? refine(fieldsSchema) : fieldsSchema;
  return { label, tab, heading, isOnEveryPage, fields, fieldsSchema, schema };
}

/** Keeps the type of its schema. */
export const field = <Schema extends z.ZodType>(described: SettingField<Schema>) => described;

/** The field is one trimmed line of at most `max` characters. */
export const line = (max: number, name = "This") =>
  z.string().trim().max(max, `${name} may have ${max} characters at most.`);

export const count = { kind: "number", scale: 1 } as const;
