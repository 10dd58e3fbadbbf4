import { Notice } from "#ui/notice.tsx";

/** Says on a sign-in page why the session ended; nothing without a message. */
export function SessionEndNotice({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Notice kind="info" title="Please sign in again" className="mb-8">
      {message}
    </Notice>
  );
}
