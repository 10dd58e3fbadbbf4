import { Notice } from "#ui/notice.tsx";
import type { AuthFormResult } from "./auth-form-result.ts";

/** Why a form was not accepted, in the form: a toast goes, and a page without script has none. */
export function AuthRefusal({ answer }: { answer: Pick<AuthFormResult, "message"> | undefined }) {
  if (!answer) return null;
  return (
    <Notice kind="error" title="Error">
      {answer.message}
    </Notice>
  );
}
