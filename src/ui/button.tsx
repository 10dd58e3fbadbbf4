import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import type { LinkProps } from "react-router";
import { Link } from "react-router";
import type { ButtonSize, ButtonVariant } from "./button-class.ts";
import { buttonClass } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";

type Look = { variant?: ButtonVariant; size?: ButtonSize };

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** While true the button keeps its focus, does nothing and says so. */
    busy?: boolean;
    /** Words shown while busy, as "Submitting..."; without them the label stays. */
    busyLabel?: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

/** An action. Neither `busy` nor `disabled` takes the focus away: both refuse the click instead. */
export function Button(props: ButtonProps) {
  const { variant = "primary", size = "md", busy = false, busyLabel, disabled, ...rest } = props;
  const refused = busy || disabled === true;
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (refused) event.preventDefault();
    else rest.onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={refused || undefined}
      onClick={onClick}
      className={buttonClass(variant, size, rest.className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel !== undefined ? busyLabel : rest.children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: Look & LinkProps) {
  const { variant = "primary", size = "md", className, ...rest } = props;
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
