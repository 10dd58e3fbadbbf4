import { z } from "zod";
import { field, section } from "./setting-description.ts";

const text = (max: number) =>
  z.string().trim().min(1, "Please write a sentence.").max(max, `${max} characters at most.`);

/** What the page says of one stage of a garment. */
const stage = (name: string, standard: string) =>
  field({
    label: `Stage “${name}”`,
    control: { kind: "textarea" },
    schema: text(300),
    default: standard,
    isHalf: true,
    keywords: "made to measure page custom",
  });

/**
 * The owner's words on the page "Made to measure". Its prices, days and tolerances are those of orders and stand in no text. The fields
 * of the stages have the names of the stages.
 */
export const madeToMeasurePageSection = section({
  label: "Page “Made to measure”",
  tab: "alterations",
  heading: "Page “Made to Measure”",
  fields: {
    lead: field({
      label: "First sentence of the page",
      control: { kind: "textarea" },
      schema: text(200),
      default:
        "One piece, cut for one person: what it costs, how long it takes, and what happens when it does not fit.",
      hint: "Prices, days and tolerances on the page are read from the shop and need no words.",
      keywords: "made to measure page custom",
    }),
    received: stage(
      "Received",
      "You have a contract: what you chose, what it costs, and every measurement that it is cut to.",
    ),
    checked: stage(
      "Measurements checked",
      "A tailor reads your measurements and writes to you about any that seems unlikely.",
    ),
    pattern_ready: stage(
      "Pattern ready",
      "A pattern is drafted for your body alone, and measured against your measurements.",
    ),
    approved: stage(
      "Approved to cut",
      "Until here you change or cancel it freely. Now it is approved to be cut.",
    ),
    cut: stage("Cut", "One tailor cuts the cloth, with seams wide enough to be let out later."),
    sewn: stage("Sewn", "The same hands sew it."),
    fitted: stage("Fitted", "A fitting is held where you and the tailor agreed on one."),
    finished: stage("Finished", "It is pressed and measured at every point of the table below."),
    shipped: stage("Shipped", "It leaves the atelier, wrapped in paper, and you can follow it."),
    closing: field({
      label: "Last sentence about a piece that does not fit",
      control: { kind: "textarea" },
      schema: text(300),
      default:
        "What we learn from one piece stays with your measurements: the next one is cut with it.",
      keywords: "made to measure page custom",
    }),
  },
});
