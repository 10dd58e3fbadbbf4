import {
  BUSINESS_LABELS,
  internationalEstimate,
  productionLabels,
} from "#features/base/settings/business-facts.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";

/** `id` is the question's fragment on the page. */
export type FaqQuestion = {
  readonly id: string;
  readonly question: string;
  readonly response: readonly string[];
  readonly more: { readonly label: string; readonly to: string } | null;
};

/** Specification 2, FAQ; the times are from the settings. */
export function faqQuestions(settings: ShippingSettings): FaqQuestion[] {
  const abroad = internationalEstimate(settings);
  const { madeToMeasureExtra } = productionLabels(settings);
  return [
    {
      id: "ai-virtual-fitting",
      question: "How does the AI virtual fitting work?",
      response: [
        "It is Coming Soon. Today no camera opens and no photo is taken. When it is available, it will take your measurements from photos you take at home, and those photos will not be stored after processing.",
        "Until then, our size guide shows where to measure and finds your size from your own measurements.",
      ],
      more: { label: "Open the size guide", to: "/measurement" },
    },
    {
      id: "ai-accuracy",
      question: "How accurate are AI measurements?",
      response: [
        `AI measurements are typically within ${BUSINESS_LABELS.aiAccuracy}, about as accurate as a careful person with a tape measure. For made-to-measure pieces you measure with a tape, our guide asks about values that seem unlikely, and a tailor looks at all of them before we cut.`,
      ],
      more: null,
    },
    {
      id: "alterations",
      question: "Do you make custom alterations?",
      response: [
        "Yes. Our seams and hems leave room for alterations. Bring your piece to the atelier, or write to us with your order number and what you would like to change.",
        "Before we start, we tell you what is possible and what it costs.",
        "A made-to-measure piece has a Free AI-Fit Remeasurement. When you have it, open your order and choose “Ask for a free remeasurement”: tell us where it is long, short, tight or loose, and we alter it or make it again, once at no cost. Your order says until when.",
      ],
      more: { label: "Find your order", to: "/order-lookup" },
    },
    {
      id: "custom-timeline",
      question: "How long does a custom piece take?",
      response: [
        `Usually ${BUSINESS_LABELS.madeToMeasure} from your order to your door: processing, making and delivery together. Making it to your measures is what adds ${madeToMeasureExtra} to an order.`,
        "You give your measurements on the page of the piece before you order, with a guide that shows each one. The order has them in a contract, and a tailor looks at them before anything is cut.",
        "If you need it by a certain date, please tell us before you order, so that we can say whether it is possible.",
      ],
      more: { label: "All delivery times", to: "/shipping" },
    },
    {
      id: "materials",
      question: "What materials do you use?",
      response: [
        "Mostly linen, cotton, wool and silk, with cupro linings and buttons of horn, wood or shell. If a fabric contains stretch fibres, the label says how much.",
        "You find the materials of every piece on its page.",
      ],
      more: { label: "See the pieces", to: "/shop" },
    },
    {
      id: "care",
      question: "How do I care for my piece?",
      response: [
        "Care instructions are on the page of each piece and on its label. As a rule: air before you wash, wash cool, dry in the shade and iron on the wrong side. Brush wool and hang it overnight on a broad hanger; it rarely needs dry cleaning.",
      ],
      more: null,
    },
    {
      id: "international-shipping",
      question: "Do you ship internationally?",
      response: [
        abroad
          ? `Yes, worldwide. International delivery takes ${abroad}, with tracking. Customs duties may apply; your country sets them, and they are paid on arrival.`
          : "At the moment we do not ship abroad. Write to us, and we will try to find a way.",
      ],
      more: { label: "Shipping in full", to: "/shipping" },
    },
    {
      id: "returns",
      question: "What is your return policy?",
      response: [
        `You can return ready-to-wear within ${returnWindowLabel(settings)} of its delivery: in original condition, with tags, unworn and unwashed. Made-to-measure pieces are not returnable unless they are defective.`,
      ],
      more: { label: "How to return a piece", to: "/returns" },
    },
  ];
}

export function faqPage(questions: readonly FaqQuestion[]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, response }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: response.join(" ") },
    })),
  };
}
