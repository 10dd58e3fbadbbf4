import { BUSINESS_LABELS, RETURN_WINDOW_DAYS } from "#features/settings/business-facts.ts";

/** A question, its answer and a link; `id` is its fragment on the page. */
export type FaqQuestion = {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly more: { readonly label: string; readonly to: string } | null;
};

/** The eight questions (specification 2, FAQ); `abroad` is the international shipping time, null when there is none. */
export function faqQuestions(abroad: string | null): FaqQuestion[] {
  return [
    {
      id: "ai-virtual-fitting",
      question: "How does the AI virtual fitting work?",
      answer: [
        "It is Coming Soon, and until it is here we pretend nothing: no camera opens and no photo is taken. When it opens, it will read your measures from photos you take at home, and those photos will not be stored after processing.",
        "Today the size guide does the work. It shows where each measure is taken and finds your size from your own tape.",
      ],
      more: { label: "Open the size guide", to: "/measurement" },
    },
    {
      id: "ai-accuracy",
      question: "How accurate are AI measurements?",
      answer: [
        `AI measurements are typically within ${BUSINESS_LABELS.aiAccuracy}, which is about what a careful second person with a tape achieves. For made-to-measure we check every set of measures with you before anything is cut.`,
      ],
      more: null,
    },
    {
      id: "alterations",
      question: "Do you make custom alterations?",
      answer: [
        "Yes. Our seams and hems leave room to let out and take in, so a piece can follow you through the years. Bring it to the atelier, or write to us with your order number and what should change.",
        "We tell you what is possible, and what it costs, before we open a seam.",
      ],
      more: { label: "Write to us", to: "/contact" },
    },
    {
      id: "custom-timeline",
      question: "How long does a custom piece take?",
      answer: [
        `Usually ${BUSINESS_LABELS.customPiece} from your order to your door: processing, making and delivery together. Making it to your measures is what adds ${BUSINESS_LABELS.madeToMeasureExtra} to an order.`,
        "If you need it for a date, tell us the date first. We would rather say no than be late.",
      ],
      more: { label: "All delivery times", to: "/shipping" },
    },
    {
      id: "materials",
      question: "What materials do you use?",
      answer: [
        "Linen, cotton, wool and silk first, with linings of cupro and buttons of horn, wood and shell. Where a cloth needs a little stretch, the label says how much.",
        "The materials of every piece stand on its own page.",
      ],
      more: { label: "See the pieces", to: "/shop" },
    },
    {
      id: "care",
      question: "How do I care for my piece?",
      answer: [
        "Each piece has its care on its page and on the label inside. As a rule: air before you wash, wash cool, dry in the shade and iron on the wrong side. Wool wants a brush and a night's rest on a broad hanger more than it wants a cleaner.",
      ],
      more: null,
    },
    {
      id: "international-shipping",
      question: "Do you ship internationally?",
      answer: [
        abroad
          ? `Yes, worldwide. International delivery takes ${abroad}, with tracking by email. Customs duties may apply; your country sets them, and they are paid on arrival.`
          : "At the moment we do not ship abroad. Write to us, and we look for a way together.",
      ],
      more: { label: "Shipping in full", to: "/shipping" },
    },
    {
      id: "returns",
      question: "What is your return policy?",
      answer: [
        `Ready-to-wear comes back within ${RETURN_WINDOW_DAYS} days: in original condition, with tags, unworn and unwashed. Made-to-measure pieces are not returnable unless they are defective.`,
      ],
      more: { label: "How to return a piece", to: "/returns" },
    },
  ];
}

/** The questions as schema.org data. */
export function faqPage(questions: readonly FaqQuestion[]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
    })),
  };
}
