import { useState } from "react";
import { useRevalidator } from "react-router";
import type { VerifyAnswer } from "#features/settings/verify-stripe-keys.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { sendWrite } from "../send-write.ts";
import { verdictWords } from "./settings-words.ts";

type Said = { good: boolean; text: string };

/** Asks the provider with the stored key, and says what it answered. */
export function VerifyKeys({ version }: { version: number }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const { revalidate } = useRevalidator();
  async function verify() {
    setBusy(true);
    setSaid(null);
    const answer = await sendWrite<{ answer: VerifyAnswer }, string>(
      "/admin/settings/verify-stripe",
      { version },
    );
    setBusy(false);
    if (answer.ok) setSaid(verdictWords[answer.value.answer]);
    else if (answer.error === "sealed") setSaid(verdictWords.sealed);
    else if (answer.error === "conflict") {
      setSaid({ good: false, text: "The keys were changed meanwhile. Please verify once more." });
      void revalidate();
    } else {
      setSaid({ good: false, text: "The shop did not answer. Please try again in a moment." });
    }
  }
  return (
    <div className="space-y-3 border-t border-line pt-5">
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        busyLabel="Asking Stripe..."
        onClick={() => void verify()}
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
