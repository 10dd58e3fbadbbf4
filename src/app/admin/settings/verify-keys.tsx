import { useState } from "react";
import { useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { Verified } from "#features/settings/verify-stripe-keys.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Verdict } from "./settings-draft.ts";
import { verdictOf } from "./settings-messages.ts";

type Props = { version: number; verdict: Verdict | null };

/** Asks the provider with the stored key, and says what it answered. */
export function VerifyKeys({ version, verdict }: Props) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState(verdict);
  const { revalidate } = useRevalidator();
  async function verify() {
    setBusy(true);
    setSaid(null);
    const answer = await sendWrite<Verified, string>("/admin/settings/verify-stripe", { version });
    setBusy(false);
    setSaid(verdictOf(answer));
    if (!answer.ok && answer.error === "conflict") void revalidate();
  }
  return (
    <div className="space-y-3 border-t border-line pt-5">
      <Button
        type="submit"
        name="do"
        value="verify"
        size="sm"
        variant="secondary"
        busy={busy}
        busyLabel="Asking Stripe..."
        onClick={(event) => {
          event.preventDefault();
          void verify();
        }}
      >
        Verify the stored keys
      </Button>
      {said && (
        <Notice
          kind={said.good ? "success" : "error"}
          live
          title={said.good ? "The key works" : "Not verified"}
        >
          {said.text}
        </Notice>
      )}
    </div>
  );
}
