import type { ComponentProps } from "react";
import { useId } from "react";
import { Form } from "react-router";
import type { FormResult } from "#app/web/form.server.ts";
import { FormErrors } from "./form-field.tsx";

type Props = Omit<ComponentProps<typeof Form>, "method"> & {
  /** What this form's action returned; a refusal stands above the buttons. */
  result: FormResult | null | undefined;
};

/** A post of buttons and hidden fields. Nothing is typed in it, so it needs no field and no validation. */
export function ButtonForm({ result, children, ...props }: Props) {
  const errorId = useId();
  const errors = result?.error?.[""] ?? undefined;
  return (
    <Form method="post" aria-describedby={errors && errorId} {...props}>
      <FormErrors form={{ errors, errorId }} />
      {children}
    </Form>
  );
}
