import { Link } from "react-router";
import type { FaqQuestion } from "./faq-questions.ts";

/** An answer; the address of a question names its answer, because browsers open a closed fold around what an address names. */
export function FaqItemBody({ question }: { question: FaqQuestion }) {
  const { id, answer, more } = question;
  return (
    <>
      <div id={id} className="scroll-mt-44 space-y-[1em]">
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="flex flex-wrap gap-x-6 text-sm print:hidden">
        {more && (
          <Link to={more.to} className="inline-block py-2">
            {more.label}
          </Link>
        )}
        <a href={`#${id}`} className="inline-block py-2">
          Link to this answer
        </a>
      </p>
    </>
  );
}
