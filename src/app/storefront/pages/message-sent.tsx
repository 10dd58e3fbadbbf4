import { useEffect, useRef } from "react";
import { ButtonLink } from "#ui/button.tsx";

type Props = {
  id: string;
  words: { title: string; description: string };
  path: string;
  /** True where the panel takes the form's place: the reader goes on here. */
  takesFocus: boolean;
  onAgain: () => void;
};

/** What stands where the form stood once it was sent. */
export function MessageSent({ id, words, path, takesFocus, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div id={id} className="border-t border-b border-line py-10">
      <h3 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        {words.title}
      </h3>
      <p className="mt-3 max-w-[48ch] text-ink-soft">{words.description}</p>
      <ButtonLink
        to={path}
        variant="secondary"
        className="mt-8"
        onClick={(event) => {
          event.preventDefault();
          onAgain();
        }}
      >
        Write another message
      </ButtonLink>
    </div>
  );
}
