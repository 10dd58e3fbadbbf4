import { getFormProps, useForm } from "@conform-to/react";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { Button, buttonClass } from "#ui/button.tsx";

/** What was refused last; its form shows it. */
export type Posted = { intent: string; result: FormResult | null } | undefined;

type Fields = Record<"current" | "next" | "code" | "email", string>;

type Props = {
  intent: string;
  submit: string;
  posted: Posted;
  target?: string;
  danger?: boolean;
  children?: (fields: ReturnType<typeof useForm<Fields>>[1]) => ReactNode;
};

export function AccountForm({ intent, submit, posted, target, danger, children }: Props) {
  const { formData } = useNavigation();
  const lastResult = posted?.intent === intent ? posted.result : null;
  const [form, fields] = useForm<Fields>({ id: `${intent}${target ?? ""}`, lastResult });
  const isMine =
    formData?.get("intent") === intent && (formData.get("target") ?? "") === (target ?? "");
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="space-y-4">
      <input type="hidden" name="intent" value={intent} />
      {target && <input type="hidden" name="target" value={target} />}
      <FormErrors form={form} title="Not changed" />
      {children?.(fields)}
      <Button
        type="submit"
        size={children ? "md" : "sm"}
        variant={danger ? "danger" : children ? "primary" : "secondary"}
        busy={isMine}
      >
        {submit}
      </Button>
    </Form>
  );
}

type DisclosureProps = Props & { title: string };

/** Opens when it was refused. */
export function AccountDisclosure({ title, ...props }: DisclosureProps) {
  const isRefused = props.posted?.intent === props.intent && props.posted.result !== null;
  return (
    <details open={isRefused} className="group open:w-full">
      <summary
        className={buttonClass("secondary", "sm", "list-none [&::-webkit-details-marker]:hidden")}
      >
        {title}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mt-4 max-w-104 border-l-2 border-line py-1 pl-5">
        <AccountForm {...props} />
      </div>
    </details>
  );
}

type PasswordDisclosureProps = Omit<DisclosureProps, "children"> & {
  lead?: string;
  /** Accounts of Google or Apple alone have none, and prove themselves by a recent sign-in. */
  hasPassword: boolean;
};

export function WithPassword({ hasPassword, lead, ...props }: PasswordDisclosureProps) {
  return (
    <AccountDisclosure {...props}>
      {(fields) => (
        <>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
          {hasPassword && (
            <PasswordField
              field={fields.current}
              label="Your current password"
              autoComplete="current-password"
            />
          )}
        </>
      )}
    </AccountDisclosure>
  );
}

type RowProps = { name: ReactNode; badge?: ReactNode; note?: ReactNode; children: ReactNode };

export function AccountRow({ name, badge, note, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          {name} {badge}
        </p>
        {note && <p className="figures text-sm text-ink-quiet">{note}</p>}
      </div>
      {children}
    </li>
  );
}
