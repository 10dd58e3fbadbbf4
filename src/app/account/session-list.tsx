import { Form } from "react-router";
import { deviceLabel } from "#features/identity/device-messages.ts";
import type { MySession } from "#features/identity/session-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";

type Props = { sessions: readonly MySession[]; currentId: string | null };

/** Where the account is signed in, and how to end it there. */
export function SessionList({ sessions, currentId }: Props) {
  const others = sessions.filter((session) => session.id !== currentId).length;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-6 py-4">
            <div>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {deviceLabel(session.userAgent)}
                {session.id === currentId && <Badge kind="success">This device</Badge>}
              </p>
              <p className="figures text-sm text-ink-quiet">
                Last used {formatMoment(session.lastUsedAt)} in Georgetown
              </p>
            </div>
            {session.id !== currentId && <EndOne session={session} />}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Form method="post" preventScrollReset className="mt-6">
          <Button type="submit" name="intent" value="end-others" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </>
  );
}

function EndOne({ session }: { session: MySession }) {
  const what = `${deviceLabel(session.userAgent)}, last used ${formatMoment(session.lastUsedAt)}`;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="sessionId" value={session.id} />
      <Button
        type="submit"
        name="intent"
        value="end-session"
        variant="quiet"
        size="sm"
        aria-label={`Sign out: ${what}`}
      >
        Sign out
      </Button>
    </Form>
  );
}
