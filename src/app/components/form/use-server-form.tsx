import type { DefaultValue, FieldMetadata } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { FormResult } from "#app/web/form.server.ts";
import { TRAP_FIELD } from "#features/office/inbox/form-trap.ts";
import { nativeProblem } from "./native-problem.ts";

type Options<Values> = {
  id: string;
  lastResult: FormResult | undefined;
  defaultValue?: DefaultValue<Values>;
  /** Set it where the browser's checks are stricter than the shop's. */
  skipsNativeChecks?: boolean;
};

/** Shows an edited field's error on blur, until it is corrected. */
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

/** Validates on the server, so that no schema is downloaded; blur checks HTML constraints. */
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
    /** Prefers the server's error until the value changes. */
    errorOf(field: FieldMetadata<unknown>): string | undefined {
      const isUnchanged = (field.value ?? "") === (submitted[field.name] ?? "");
      return (isUnchanged ? field.errors?.[0] : undefined) ?? problems[field.name];
    },
  };
}

/** The surrounding `Field` adds the id and the error. */
export function textProps(field: FieldMetadata<unknown>) {
  const { name, initialValue } = field;
  return { name, defaultValue: typeof initialValue === "string" ? initialValue : undefined };
}

/** Only bots fill in this hidden field. */
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
