import { useState } from "react";
import { useNavigate } from "react-router";
import { FormField } from "#app/components/form/form-field.tsx";
import { confirmPath } from "#app/web/identity-request.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { MyPasskey } from "#features/base/identity/passkeys.server.ts";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { Posted } from "./account-form.tsx";
import { AccountForm, AccountRow, WithPassword } from "./account-form.tsx";
import type { ShownOnce } from "./account-forms.server.ts";

/** The account's page of staff or of customers, below which a passkey is made, and where it leads afterwards. */
type FactorPage = { path: string; afterPasskey: string };

type Props = {
  page: FactorPage;
  hasApp: boolean;
  /** Accounts of Google or Apple alone have none. */
  hasPassword: boolean;
  passkeys: readonly MyPasskey[];
  posted: Posted;
  shown: ShownOnce | null;
};

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice kind="warning" title="Recovery codes, shown only now">
      Keep them where your phone is not. Each signs you in once.
      <ul className="figures mt-3 grid grid-cols-2 gap-x-8 gap-y-1 font-medium sm:max-w-80">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}

function AppSetUp({
  shown,
  posted,
}: {
  shown: Extract<ShownOnce, { kind: "app" }>;
  posted: Posted;
}) {
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start gap-6">
        <div
          role="img"
          aria-label="QR code for the authenticator app"
          className="size-48 border border-line [&_svg]:size-full"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws it from its own text
          dangerouslySetInnerHTML={{ __html: shown.qrCode }}
        />
        <div className="max-w-80 text-sm text-ink-soft">
          <p>Scan this with an authenticator app, or enter the key by hand:</p>
          <p className="figures mt-2 font-medium wrap-anywhere text-ink">{shown.secret}</p>
          <p className="mt-2">
            Is the app on this device?{" "}
            <a href={shown.uri} className="link inline-flex min-h-11 items-center">
              Open it there
            </a>
          </p>
        </div>
      </div>
      {shown.recoveryCodes.length > 0 ? (
        <RecoveryCodes codes={shown.recoveryCodes} />
      ) : (
        <p className="text-sm text-ink-soft">Your recovery codes stay as they are.</p>
      )}
      <div className="max-w-104">
        <AccountForm intent="confirm-app" submit="Turn it on" posted={posted}>
          {(fields) => (
            <FormField
              field={fields.code}
              label="Code from the app"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          )}
        </AccountForm>
      </div>
    </div>
  );
}

function AppSection({ hasApp, hasPassword, posted, shown }: Omit<Props, "page" | "passkeys">) {
  if (shown?.kind === "app") return <AppSetUp shown={shown} posted={posted} />;
  if (!hasApp) {
    // A wrong first code restarts the setup, because its key is shown only once.
    return (
      <>
        {posted?.intent === "confirm-app" && (
          <Notice kind="error" title="The code was not right">
            Nothing was turned on. Please begin again and scan the new code.
          </Notice>
        )}
        <p className="mb-4 text-sm text-ink-soft">
          An authenticator app on your phone shows a new code of six digits every half minute. Many
          password managers have one too.
        </p>
        <WithPassword
          intent="begin-app"
          title="Set up an authenticator app"
          submit="Show the code to scan"
          hasPassword={hasPassword}
          posted={posted}
        />
      </>
    );
  }
  return (
    <div className="space-y-4">
      <p>An authenticator app is on.</p>
      <WithPassword
        intent="remove-app"
        title="Turn the app off"
        submit="Turn the app off"
        hasPassword={hasPassword}
        posted={posted}
        danger
      />
    </div>
  );
}

const NOT_ADDED =
  "The passkey was not added. Your browser or device may not support it here; nothing has changed.";

function AddPasskey({ page }: { page: FactorPage }) {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (!isHydrated || typeof PublicKeyCredential === "undefined") return null;

  async function post(body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${page.path}/passkey`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status === 403) await navigate(confirmPath(page.path));
    if (!response.ok) throw new Error("Refused");
    return (await response.json()) as Record<string, unknown>;
  }

  async function add() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { challengeId, options } = await post({ intent: "begin" });
      const { startRegistration } = await import("@simplewebauthn/browser");
      const response = await startRegistration({
        optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"],
      });
      const { deviceName } = await import("./device-name.browser.ts");
      const added = await post({ intent: "finish", challengeId, response, name: deviceName() });
      setCodes((added.recoveryCodes ?? []) as readonly string[]);
      await navigate(page.afterPasskey, { preventScrollReset: true });
    } catch {
      setProblem(NOT_ADDED);
    }
    setBusy(false);
  }

  return (
    <>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      <Button size="sm" variant="secondary" busy={busy} onClick={() => void add()}>
        Add a passkey
      </Button>
      <div role="status">
        <FieldError id="passkey-not-added" error={problem} />
      </div>
    </>
  );
}

/** Sets up and removes authenticator app, passkeys and recovery codes, for staff and customers. */
export function SecondFactorSection(props: Props) {
  const { hasApp, hasPassword, page, passkeys, posted, shown } = props;
  return (
    <div className="space-y-8">
      <AppSection hasApp={hasApp} hasPassword={hasPassword} posted={posted} shown={shown} />
      <div className="space-y-4">
        <p className="text-sm text-ink-soft">
          A passkey signs you in with your fingerprint, your face or your device's PIN, without a
          password. Once you have one, the password also needs a second step: the passkey, a code of
          your authenticator app, or a recovery code.
        </p>
        {passkeys.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <AccountRow
                key={id}
                name={name}
                note={`Added ${formatMoment(createdAt)}${lastUsedAt ? `, last used ${formatMoment(lastUsedAt)}` : ""}`}
              >
                <AccountForm intent="remove-passkey" submit="Remove" target={id} posted={posted} />
              </AccountRow>
            ))}
          </ul>
        )}
        <AddPasskey page={page} />
      </div>
      {(hasApp || passkeys.length > 0) && (
        <div className="space-y-4">
          <p className="text-sm text-ink-soft">
            A recovery code takes the place of a lost phone or passkey, once.
          </p>
          {shown?.kind === "codes" && <RecoveryCodes codes={shown.recoveryCodes} />}
          <WithPassword
            intent="renew-codes"
            title="New recovery codes"
            submit="Make new recovery codes"
            lead="The old ones stop working."
            hasPassword={hasPassword}
            posted={posted}
          />
        </div>
      )}
    </div>
  );
}
