import { ButtonLink } from "#ui/button.tsx";
import { AuthPage } from "./auth-page.tsx";

type Props = { words: string; to: string; label: string };

/** A link from a mail that does nothing any more, and the way on. */
export function DeadLink({ words, to, label }: Props) {
  return (
    <AuthPage eyebrow="Your account" title="This link does not work any more" lead={words}>
      <ButtonLink to={to} size="lg">
        {label}
      </ButtonLink>
    </AuthPage>
  );
}
