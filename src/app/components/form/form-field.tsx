import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { Fragment, useState } from "react";
import type { FieldProps } from "#ui/field.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { nativeProblem } from "./native-problem.ts";

type Props = Omit<FieldProps, "children" | "error"> &
  Omit<ComponentProps<typeof Input>, "name" | "defaultValue" | "children"> & {
    field: FieldMetadata<unknown>;
    /** Replaces the text input: `<Textarea {...controlProps(field)} />`. */
    children?: ReactNode;
  };

/** `FormField` adds id and error. */
export function controlProps(field: FieldMetadata<unknown>) {
  const { name, formId, initialValue, required, minLength, maxLength } = field;
  return {
    name,
    form: formId,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    required,
    minLength,
    maxLength,
  };
}

export function FormField(props: Props) {
  const { field, label, hint, optional, hideLabel, className, children, ...input } = props;
  // Server errors describe the submitted value, so editing hides them.
  const [edited, setEdited] = useState<readonly string[] | undefined>();
  const [isEdited, setIsEdited] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const error = field.errors === edited ? problem : field.errors?.join(" ");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the interactive control inside
    <div
      className={className}
      onInput={({ target }) => {
        setEdited(field.errors);
        setIsEdited(true);
        if (problem) setProblem(nativeProblem(target));
      }}
      onBlur={({ target }) => isEdited && setProblem(nativeProblem(target))}
    >
      <Field
        label={label}
        hint={hint}
        error={error}
        {...(optional !== undefined && { optional })}
        {...(hideLabel !== undefined && { hideLabel })}
      >
        <Fragment key={field.key}>
          {children ?? (
            <Input
              {...controlProps(field)}
              min={field.min}
              max={field.max}
              step={field.step}
              {...input}
            />
          )}
        </Fragment>
      </Field>
    </div>
  );
}

type ErrorsProps = {
  form: Pick<FormMetadata<Record<string, unknown>>, "errors" | "errorId">;
  title?: ReactNode;
  className?: string;
  /** False where a notification says the same. */
  live?: boolean;
};

/** Announces form-level errors when they appear. */
export function FormErrors({ form, title, className, live = true }: ErrorsProps) {
  if (!form.errors?.length) return null;
  return (
    <div id={form.errorId}>
      <Notice
        kind="error"
        live={live}
        title={title}
        {...(className !== undefined && { className })}
      >
        {form.errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </Notice>
    </div>
  );
}
