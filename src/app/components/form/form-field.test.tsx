import { getFormProps, useForm } from "@conform-to/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Textarea } from "#ui/field.tsx";
import { controlProps, FormErrors, FormField } from "./form-field.tsx";

function ContactForm() {
  const [form, fields] = useForm<{ email: string; message: string }>({
    id: "contact",
    defaultNoValidate: false,
    constraint: { email: { required: true, maxLength: 60 } },
    lastResult: {
      status: "error",
      initialValue: { email: "asha", message: "Hello" },
      error: { email: ["Enter an email address."], "": ["The cart changed."] },
    },
  });
  return (
    <form {...getFormProps(form)}>
      <FormErrors form={form} />
      <FormField field={fields.email} label="Email" type="email" autoComplete="email" />
      <FormField field={fields.message} label="Message" optional>
        <Textarea {...controlProps(fields.message)} />
      </FormField>
    </form>
  );
}

test("a refused form shows its errors at the fields and keeps what was submitted", () => {
  const html = renderToStaticMarkup(<ContactForm />);
  const input = html.match(/<input[^>]*>/)?.[0];
  for (const part of [
    'name="email"',
    'type="email"',
    'value="asha"',
    'maxLength="60"',
    "required",
  ]) {
    expect(input).toContain(part);
  }
  expect(input).toContain('aria-invalid="true"');
  expect(html).toContain("Enter an email address.");
  expect(html).toContain("The cart changed.");
  expect(html).toMatch(/<textarea[^>]*name="message"[^>]*>Hello<\/textarea>/);
  expect(html).not.toContain("noValidate");
});
