import { z } from "zod";
import { metresText, parseMetres } from "#core/metres.ts";
import { parseSubmittedAmount } from "#core/submitted-amount.ts";
import { tidyLine, tidyText } from "#core/submitted-text.ts";
import { tidyNumber } from "#core/written-number.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { BY_HAND, isEffectKey } from "./effect-key.ts";
import type { TermsFields } from "./made-to-measure-terms.ts";
import { measurementsOfTerms } from "./made-to-measure-terms.ts";
import type { OptionKind } from "./option-kind.ts";
import { isFromStock, OPTION_KIND_NAMES } from "./option-kind.ts";

const MAX_OPTION_GROUPS = 12;
const MAX_OPTION_CHOICES = 30;
const MAX_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 300;
const MAX_NOTE_LENGTH = 120;
const MAX_DAYS = 365;
const MAX_METRES = 100;

const TRISTATE = ["", "yes", "no"] as const;

/** Texts of the form; "" leaves a field to the garment type, then to the default. */
export type ChoiceForm = {
  id: string;
  name: string;
  description: string;
  price: string;
  mediaId: string;
  clothId: string;
  /** As `isEffectKey` knows it; "" while nobody has said what the choice changes. */
  effect: string;
  effectNote: string;
  /** Whether the images show this choice. */
  pictured: string;
  offered: string;
};

export type GroupForm = {
  id: string;
  name: string;
  kind: string;
  required: string;
  choices: ChoiceForm[];
};

export type TermsForm = {
  offered: string;
  surcharge: string;
  extraDays: string;
  clothLength: string;
  monogram: string;
  measurements: MeasurementName[];
  ownOptions: string;
  /** Of a product without options of its own: the choices of its garment type that its images show, "" for those of the type. */
  pictured: string[];
  groups: GroupForm[];
};

/** A group as it is stored, with ids and in order. */
export type StoredGroup = {
  id: string;
  name: string;
  kind: OptionKind;
  required: boolean;
  choices: readonly {
    id: string;
    name: string;
    description: string;
    mediaId: string | null;
    priceMinor: number;
    clothId: string | null;
    effect: string | null;
    effectNote: string;
    pictured: boolean;
    offered: boolean;
  }[];
};

/** An option of the garment type, and the choice that the product's images show where that is another one than usual. */
export type InheritedOption = {
  id: string;
  name: string;
  /** What a product of the garment type is pictured with as long as it says nothing else; null where nobody has said so. */
  usual: string | null;
  pictured: string | null;
  choices: readonly { id: string; name: string }[];
};

/** Minor units of "35", "+35.50" or "-5"; an empty text is 0, anything else null. */
export function parseDifference(text: string): number | null {
  const trimmed = tidyNumber(text);
  if (trimmed === "") return 0;
  const amount = parseSubmittedAmount(trimmed.replace(/^[+-]/, ""));
  if (amount === null) return null;
  return trimmed.startsWith("-") && amount.minorUnits > 0 ? -amount.minorUnits : amount.minorUnits;
}

/** "35.50", "-5" or "" for none, as the form shows a difference. */
export function differenceText(priceMinor: number): string {
  return priceMinor === 0 ? "" : amountText(priceMinor);
}

const amountText = (minor: number) =>
  minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2);
const flag = (isOn: boolean) => (isOn ? "on" : "");
const choiceText = (isYes: boolean | null) => (isYes === null ? "" : isYes ? "yes" : "no");

function groupForm({ choices, required, ...group }: StoredGroup): GroupForm {
  return {
    ...group,
    required: flag(required),
    choices: choices.map(
      ({ priceMinor, mediaId, clothId, effect, offered, pictured, ...choice }) => ({
        ...choice,
        pictured: flag(pictured),
        price: differenceText(priceMinor),
        mediaId: mediaId ?? "",
        clothId: clothId ?? "",
        effect: effect ?? "",
        offered: flag(offered),
      }),
    ),
  };
}

/** The form as it opens. A product without options of its own starts from those of its garment type, as new ones. */
export function termsForm(stored: {
  garmentType: string;
  fields: TermsFields;
  /** The required measurements that apply while the owner has chosen none. */
  defaults: readonly MeasurementName[];
  ownOptions: boolean;
  groups: readonly StoredGroup[];
  /** Options of the garment type that a product has while it has none of its own. */
  inheritedOptions?: readonly InheritedOption[];
}): TermsForm {
  const { fields } = stored;
  const own = fields.measurements && measurementsOfTerms(stored.garmentType, fields.measurements);
  return {
    offered: choiceText(fields.offered),
    surcharge: fields.surchargeMinor === null ? "" : amountText(fields.surchargeMinor),
    extraDays: fields.extraDays === null ? "" : String(fields.extraDays),
    clothLength: fields.clothLengthMm === null ? "" : metresText(fields.clothLengthMm),
    monogram: choiceText(fields.monogram),
    measurements: [...(own?.required ?? stored.defaults)],
    ownOptions: flag(stored.ownOptions),
    pictured: (stored.inheritedOptions ?? []).map(({ pictured }) => pictured ?? ""),
    groups: stored.groups.map(groupForm),
  };
}

/** The same options without ids, so that they are saved as new ones; the images show what they showed before. */
export function copyOfGroups(
  groups: readonly StoredGroup[],
  inherited: readonly InheritedOption[],
): StoredGroup[] {
  return groups.map((group) => {
    const option = inherited.find(({ id }) => id === group.id);
    const pictured = option?.pictured ?? option?.usual;
    return {
      ...group,
      id: "",
      choices: group.choices.map((choice) => ({
        ...choice,
        id: "",
        pictured: choice.id === pictured,
      })),
    };
  });
}

const line = (missing: string) =>
  z
    .string(missing)
    .transform(tidyLine)
    .refine((text) => text !== "", { error: missing, abort: true })
    .refine(
      ({ length }) => length <= MAX_NAME_LENGTH,
      `This may have ${MAX_NAME_LENGTH} characters at most.`,
    );

/** Null for an empty text. */
const optionalNumber = (read: (text: string) => number | null, message: string) =>
  z
    .string()
    .default("")
    .transform((text, context) => {
      if (text.trim() === "") return null;
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

const yesOrNo = z
  .enum(TRISTATE)
  .default("")
  .transform((text) => (text === "" ? null : text === "yes"));

const optionalId = z
  .uuid("Choose this again.")
  .nullish()
  .transform((id) => id ?? null);

const PRICE_INVALID = "Enter an amount such as 35, -5 or 12.50.";

const choiceInput = z.object({
  id: optionalId,
  name: line("Give the choice a name."),
  description: z
    .string()
    .default("")
    .transform(tidyText)
    .refine(
      ({ length }) => length <= MAX_DESCRIPTION_LENGTH,
      `The description may have ${MAX_DESCRIPTION_LENGTH} characters at most.`,
    ),
  price: z
    .string()
    .default("")
    .transform((text, context) => {
      const minor = parseDifference(text);
      if (minor !== null) return minor;
      context.addIssue({ code: "custom", message: PRICE_INVALID });
      return z.NEVER;
    }),
  mediaId: optionalId,
  clothId: optionalId,
  effect: z
    .string()
    .default("")
    .refine((text) => text === "" || isEffectKey(text), "Choose this again.")
    .transform((text) => (text === "" ? null : text)),
  effectNote: z
    .string()
    .default("")
    .transform(tidyLine)
    .refine(
      ({ length }) => length <= MAX_NOTE_LENGTH,
      `This may have ${MAX_NOTE_LENGTH} characters at most.`,
    ),
  pictured: z.boolean().default(false),
  offered: z.boolean().default(false),
});

type Effects = { effect: string | null; effectNote: string; offered: boolean };

/** A cut or detail that is offered says what it changes on the pattern, and what is made by hand says what that is. */
function addEffectIssues(
  choices: readonly Effects[],
  add: (path: (string | number)[], message: string) => void,
): void {
  for (const [index, { effect, effectNote, offered }] of choices.entries()) {
    if (offered && effect === null) {
      add(["choices", index, "effect"], "Say what this choice changes on the pattern.");
    }
    if (effect === BY_HAND && effectNote === "") {
      add(["choices", index, "effectNote"], "Write what the tailor makes by hand.");
    }
  }
}

type Named = { name: string };

/** The indexes of names that an earlier entry has, in any case. */
function repeated(entries: readonly Named[]): number[] {
  const keys = entries.map(({ name }) => name.toLowerCase());
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
}

/** The indexes of choices as pictured after the first one of their option. */
const furtherPictured = (choices: readonly { pictured: boolean }[]): number[] =>
  choices.flatMap(({ pictured }, index) => (pictured ? [index] : [])).slice(1);

const groupInput = z
  .object({
    id: optionalId,
    name: line("Give the option a name, such as Lapel."),
    kind: z.enum(OPTION_KIND_NAMES).default("choice"),
    required: z.boolean().default(false),
    choices: z
      .array(choiceInput)
      .default([])
      .refine(({ length }) => length > 0, "Add at least one choice.")
      .refine(
        ({ length }) => length <= MAX_OPTION_CHOICES,
        `At most ${MAX_OPTION_CHOICES} choices.`,
      ),
  })
  .superRefine(({ choices, kind }, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    for (const index of repeated(choices)) {
      add(["choices", index, "name"], "Another choice has this name.");
    }
    for (const index of furtherPictured(choices)) {
      add(["choices", index, "pictured"], "Another choice of this option is as pictured.");
    }
    if (!isFromStock(kind)) addEffectIssues(choices, add);
  });

const MONEY_INVALID = "Enter an amount such as 120 or 49.50.";
const DAYS_INVALID = `Enter whole days from 0 to ${MAX_DAYS}.`;
const LENGTH_INVALID = `Enter metres such as 3.5, up to ${MAX_METRES}.`;

const readDays = (text: string) => {
  const written = tidyNumber(text);
  const days = /^\d{1,3}$/.test(written) ? Number(written) : null;
  return days !== null && days <= MAX_DAYS ? days : null;
};

const readLength = (text: string) => {
  const mm = parseMetres(text);
  return mm !== null && mm <= MAX_METRES * 1_000 ? mm : null;
};

/** What the owner saves for a garment type or a product. Amounts become minor units, lengths whole millimetres. */
export const termsInput = z
  .object({
    version: z.number().int().min(0),
    offered: yesOrNo,
    surcharge: optionalNumber(
      (text) => parseSubmittedAmount(text)?.minorUnits ?? null,
      MONEY_INVALID,
    ),
    extraDays: optionalNumber(readDays, DAYS_INVALID),
    clothLength: optionalNumber(readLength, LENGTH_INVALID),
    monogram: yesOrNo,
    measurements: z
      .array(z.enum(Object.keys(MEASUREMENTS) as [MeasurementName, ...MeasurementName[]]))
      .default([]),
    ownOptions: z.boolean().default(false),
    pictured: z
      .array(optionalId)
      .default([])
      .transform((ids) => ids.filter((id) => id !== null)),
    groups: z
      .array(groupInput)
      .default([])
      .refine(({ length }) => length <= MAX_OPTION_GROUPS, `At most ${MAX_OPTION_GROUPS} options.`),
  })
  .superRefine(({ offered, measurements, groups }, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (offered === true && measurements.length === 0) {
      add(["measurements"], "Choose at least one measurement, or do not offer it.");
    }
    for (const index of repeated(groups))
      add(["groups", index, "name"], "Another option has this name.");
    for (const kind of ["cloth", "lining"] as const) {
      const ofKind = groups.flatMap((group, index) => (group.kind === kind ? [index] : []));
      for (const index of ofKind.slice(1)) {
        add(["groups", index, "kind"], `Only one option can be the ${kind} of the garment.`);
      }
    }
  });

export type TermsInput = z.output<typeof termsInput>;
