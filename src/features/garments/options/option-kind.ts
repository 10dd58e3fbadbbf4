/**
 * What an option of a garment asks: a cut or a detail, the cloth of the garment, or its lining. The owner says so beside the option, whose
 * name is free. `isFromStock`: its choices are cloths from stock, which are committed when they are ordered, and change nothing of the
 * pattern's lines.
 */
export const OPTION_KINDS = {
  choice: { label: "Cut or detail", isFromStock: false },
  cloth: { label: "Cloth", isFromStock: true },
  lining: { label: "Lining from stock", isFromStock: true },
} as const;

export type OptionKind = keyof typeof OPTION_KINDS;

export const OPTION_KIND_NAMES = Object.keys(OPTION_KINDS) as [OptionKind, ...OptionKind[]];

/** Whether the choices of an option are cloths from stock. */
export const isFromStock = (kind: OptionKind): boolean => OPTION_KINDS[kind].isFromStock;
