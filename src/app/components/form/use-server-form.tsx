import type { DefaultValue, FieldMetadata } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { FormResult } from "#app/web/form.server.ts";
import { TRAP_FIELD } from "#features/inbox/form-trap.ts";
import { nativeProblem } from "./native-problem.ts";

type Options<Values> = {
  id: string;
  lastResult: FormResult | undefined;
  defaultValue?: DefaultValue<Values>;
  /** True where the browser's checks are stricter than the shop's. */
  skipsNativeChecks?: boolean;
};

/** Errors of edited fields by name, shown when a field is left until it is corrected. */
function useProblems(formId: string, isOff: boolean): Readonly<Record<string, string | undefined>> {
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const edited = useRef(new Set<string>());
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form || isOff) return;
    const check = ({ target, type }: Event) => {
      const { name = "" } = target as HTMLInputElement;
      if (type === "input") edited.current.add(name);
      else if (!edited.current.has(name)) return;
      const problem = nativeProblem(target);
      setProblems((held) => {
        const shown = type === "input" && !held[name] ? undefined : problem;
        return held[name] === shown ? held : { ...held, [name]: shown };
      });
    };
    form.addEventListener("input", check);
    form.addEventListener("focusout", check);
    return () => {
      form.removeEventListener("input", check);
      form.removeEventListener("focusout", check);
    };
  }, [formId, isOff]);
  return problems;
}

/**
 * A Conform form validated by the server, so that no schema is downloaded. Leaving a field checks its own attributes.
 * Without JavaScript the browser's checks run first.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { skipsNativeChecks = false, lastResult, ...rest } = options;
  const [form, fields] = useForm<Values>({
    ...rest,
    lastResult,
    defaultNoValidate: skipsNativeChecks,
  });
  const submitted = lastResult?.initialValue ?? {};
  const problems = useProblems(form.id, skipsNativeChecks);
  return {
    form,
    fields,
    /** The server's error until the value changes, else the one found when the field was left. */
    errorOf(field: FieldMetadata<unknown>): string | undefined {
      const isUnchanged = (field.value ?? "") === (submitted[field.name] ?? "");
      return (isUnchanged ? field.errors?.[0] : undefined) ?? problems[field.name];
    },
  };
}

/** A text field's name and initial value; the `Field` around it adds the id and the error. */
export function textProps(field: FieldMetadata<unknown>) {
  const { name, initialValue } = field;
  return { name, defaultValue: typeof initialValue === "string" ? initialValue : undefined };
}

/** A hidden field that only bots fill in. */
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
