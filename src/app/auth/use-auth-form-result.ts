import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { AccountErrors, AccountField } from "#features/identity/account-input.ts";
import { showToast } from "#ui/toast-store.ts";
import type { AuthFormResult } from "./auth-form-result.ts";

const isField = (name: string, errors: AccountErrors): name is AccountField => name in errors;

/** A sign-in form's state: the answer as a toast and under its fields, errors gone with editing, the first of them focused. */
export function useAuthFormResult(answer: AuthFormResult | undefined) {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<AccountErrors>(answer?.errors ?? {});
  const navigation = useNavigation();
  useEffect(() => {
    if (!answer) return;
    setErrors(answer.errors);
    showToast({ kind: "error", title: "Error", description: answer.message });
    const first = formRef.current?.querySelector<HTMLElement>(
      Object.keys(answer.errors)
        .map((name) => `[name="${name}"]`)
        .join() || "[name=password]",
    );
    first?.focus();
  }, [answer]);
  return {
    formRef,
    errors,
    busy: navigation.state !== "idle" && navigation.formMethod === "POST",
    onChange(event: FormEvent<HTMLFormElement>) {
      const { name } = event.target as HTMLInputElement;
      if (isField(name, errors)) setErrors({ ...errors, [name]: undefined });
    },
  };
}
