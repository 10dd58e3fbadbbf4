import { createContext, use } from "react";

export type FieldBinding = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export const FieldContext = createContext<FieldBinding | null>(null);

/** Ids of the surrounding Field, to be spread on the one control inside it; nothing outside a Field. */
export function useFieldBinding(): Partial<FieldBinding> {
  return use(FieldContext) ?? {};
}
