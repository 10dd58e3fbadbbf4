import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";

const PASSKEY_URL = "/login/passkey";

async function post(body: unknown): Promise<Record<string, unknown> | null> {
  const response = await fetch(PASSKEY_URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
}

const NOT_SIGNED_IN = "The passkey was not used. Please try again, or sign in with your password.";

/** The button is hidden in browsers without JavaScript or passkeys. */
export function PasskeyButton({ next }: { next: string }) {
  const isHydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  if (!isHydrated || typeof PublicKeyCredential === "undefined") return null;

  async function signIn() {
    setBusy(true);
    setProblem(undefined);
    try {
      const begun = await post({ intent: "begin" });
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const options = begun?.options as Parameters<typeof startAuthentication>[0]["optionsJSON"];
      const response = await startAuthentication({ optionsJSON: options });
      const done = await post({
        intent: "finish",
        challengeId: begun?.challengeId,
        response,
        next,
      });
      if (typeof done?.next !== "string") throw new Error("Not signed in");
      // A full load, because the session is new.
      window.location.assign(done.next);
    } catch {
      setProblem(NOT_SIGNED_IN);
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        className="w-full"
        busy={busy}
        onClick={() => void signIn()}
      >
        <KeyRound size={18} aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <div role="status">
        <FieldError id="passkey-problem" error={problem} />
      </div>
    </>
  );
}
