import type { DefaultValue, FieldMetadata } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import type { FormResult } from "#app/web/form.server.ts";
import { TRAP_FIELD } from "#features/inbox/form-trap.ts";

type Options<Values> = {
  id: string;
  /** The action's result, from a fetcher or from the page. */
  lastResult: FormResult | undefined;
  defaultValue?: DefaultValue<Values>;
  /** True where the browser's own checks would ask for more than the shop does. */
  skipsNativeChecks?: boolean;
};

/**
 * A Conform form that only the server validates, so that no schema is downloaded. Without JavaScript the browser's own checks
 * run first.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { skipsNativeChecks = false, lastResult, ...rest } = options;
  const [form, fields] = useForm<Values>({
    ...rest,
    lastResult,
    defaultNoValidate: skipsNativeChecks,
  });
  const submitted = lastResult?.initialValue ?? {};
  return {
    form,
    fields,
    /** A field's error, until its value is no longer the submitted one. */
    errorOf(field: FieldMetadata<unknown>): string | undefined {
      const isUnchanged = (field.value ?? "") === (submitted[field.name] ?? "");
      return isUnchanged ? field.errors?.[0] : undefined;
    },
  };
}

/** A text field's name and first value; its id and its error come from the `Field` around it. */
export function textProps(field: FieldMetadata<unknown>) {
  const { name, initialValue } = field;
  return { name, defaultValue: typeof initialValue === "string" ? initialValue : undefined };
}

/** A field that people neither see nor reach. Programs that fill in everything give themselves away. */
export function TrapField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this field empty
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
