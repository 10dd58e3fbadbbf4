import { useLocation } from "react-router";
import { Button, ButtonLink } from "./button.tsx";

type Props = {
  title: string;
  text: string;
  /** Tries again in place; without it Retry loads the page anew. */
  onRetry?: () => void;
  /** False where the specification gives no Retry. */
  retry?: boolean;
  /** "h1" where the panel stands for the whole page. */
  heading?: "h1" | "h2";
  className?: string;
};

/** Something could not be shown: what, and Retry. */
export function ErrorPanel({
  title,
  text,
  onRetry,
  retry = true,
  heading: Heading = "h2",
  className,
}: Props) {
  const { pathname, search } = useLocation();
  return (
    <div
      role="alert"
      className={`flex flex-col items-center border border-line px-6 py-14 text-center ${className ?? ""}`}
    >
      <Heading className="display text-xl">{title}</Heading>
      <p className="mt-2 max-w-form text-ink-soft">{text}</p>
      {retry && (
        <div className="mt-6">
          {onRetry ? (
            <Button variant="secondary" onClick={onRetry}>
              Retry
            </Button>
          ) : (
            <ButtonLink variant="secondary" to={{ pathname, search }} reloadDocument>
              Retry
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
