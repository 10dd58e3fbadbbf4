import { z } from "zod";
import {
  announcementSettingsSchema,
  cartSettingsSchema,
  footerSettingsSchema,
  generalSettingsSchema,
  seoSettingsSchema,
  shippingSettingsSchema,
} from "./settings-schema.ts";

/** The settings that Save Settings keeps, one row of the database each; the provider's keys have their own way. */
export const SECTION_SCHEMAS = {
  general: generalSettingsSchema,
  footer: footerSettingsSchema,
  cart: cartSettingsSchema,
  announcement: announcementSettingsSchema,
  seo: seoSettingsSchema,
  shipping: shippingSettingsSchema
    .refine(({ methods }) => new Set(methods.map(({ id }) => id)).size === methods.length, {
      message: "Two ways of shipping have the same id.",
      path: ["methods"],
    })
    .refine(({ methods }) => methods.some(({ enabled }) => enabled), {
      message: "At least one way of shipping must be on: without one, nobody can order.",
      path: ["methods"],
    }),
} as const;

/** A section's name, which is its row's. */
export type SectionName = keyof typeof SECTION_SCHEMAS;

/** Every section's name, in the order of the rows that a save locks. */
export const SECTION_NAMES = Object.keys(SECTION_SCHEMAS) as readonly SectionName[];

/** Every section's value. */
export type SectionValues = { [Name in SectionName]: z.infer<(typeof SECTION_SCHEMAS)[Name]> };

/** The version of a row that was never written. */
export const NEVER_SAVED = 0;

const version = z.number().int().min(NEVER_SAVED);
const changed = <Schema extends z.ZodType>(value: Schema) =>
  z.strictObject({ version, value }).optional();

/** The sections to save, each with the version it was changed from; at least one. */
export const settingsInput = z
  .strictObject({
    general: changed(SECTION_SCHEMAS.general),
    footer: changed(SECTION_SCHEMAS.footer),
    cart: changed(SECTION_SCHEMAS.cart),
    announcement: changed(SECTION_SCHEMAS.announcement),
    seo: changed(SECTION_SCHEMAS.seo),
    shipping: changed(SECTION_SCHEMAS.shipping),
  })
  .refine((sections) => Object.values(sections).some((section) => section !== undefined));

/** What `settingsInput` reads. */
export type SettingsInput = z.infer<typeof settingsInput>;
