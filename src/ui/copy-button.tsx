import { useState } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "./hydration.ts";

type Props = {
  text: string;
  /** "Copy the reference". */
  label: string;
  className?: string;
};

/** Copies a text and says so; needs JavaScript. */
export function CopyButton({ className, label, text }: Props) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  if (!hydrated) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      {...(className ? { className } : {})}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
