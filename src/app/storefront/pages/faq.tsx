import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { PageHead } from "#app/components/page/page-parts.tsx";
import { printLink } from "#app/components/page/print-link.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { Accordion } from "#ui/accordion.tsx";
import type { Route } from "./+types/faq.ts";
import type { FaqQuestion } from "./faq-questions.ts";
import { faqPage, faqQuestions } from "./faq-questions.ts";
import { describeWrittenPage } from "./static-page.server.ts";

/** Opens the question that the URL names (`#care`) and scrolls to its title. */
function useLinkedDisclosure(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const details = document.getElementById(hash.slice(1))?.closest("details");
    if (!details) return;
    details.open = true;
    details.scrollIntoView({ block: "start" });
  }, [hash]);
}

/** The fragment names the body, because browsers open closed details around a target. */
function FaqItemBody({ question }: { question: FaqQuestion }) {
  const { id, response, more } = question;
  return (
    <>
      <div id={id} className="scroll-mt-44 space-y-[1em]">
        {response.map((paragraph) => (
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

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const questions = faqQuestions(await getShippingSettings(db));
  const head = describeWrittenPage(context, "/faq", {
    title: "Frequently Asked Questions",
    description:
      "AI virtual fitting, alterations, custom pieces, materials, care, international shipping and returns: eight answers.",
    jsonLd: () => [faqPage(questions)],
  });
  return publicPage({ questions, head }, []);
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Faq({ loaderData }: Route.ComponentProps) {
  useLinkedDisclosure();
  const { questions } = loaderData;
  return (
    <div className="pb-24 md:pb-36">
      <PageHead
        title="Frequently Asked Questions"
        lead="What people ask us most, answered the way we would across the counter."
      />
      <div className="shell grid gap-x-12 gap-y-14 lg:grid-cols-12 print:block">
        <div className="lg:col-span-8">
          <Accordion
            name="faq"
            titles="display"
            items={questions.map((question: FaqQuestion) => ({
              id: `question-${question.id}`,
              title: question.question,
              content: <FaqItemBody question={question} />,
            }))}
          />
        </div>
        <aside className="lg:col-span-4 lg:pl-8 print:hidden">
          <h2 className="display text-2xl">Something else?</h2>
          <p className="mt-3 max-w-[40ch] text-ink-soft">
            Write to us, and we will reply by email.{" "}
            <Link to="/contact" className="link">
              Ask the atelier
            </Link>
          </p>
        </aside>
      </div>
    </div>
  );
}
