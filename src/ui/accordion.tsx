import { Plus } from "lucide-react";
import type { ReactNode } from "react";

type AccordionItem = { id: string; title: ReactNode; content: ReactNode; open?: boolean };

type Props = {
  items: readonly AccordionItem[];
  /** Disclosures with the same name close each other. */
  name?: string;
  /** "display" is for pages of questions. */
  titles?: "text" | "display";
  className?: string;
};

/** Uses native details elements, which work without JavaScript. */
export function Accordion({ items, name, titles = "text", className }: Props) {
  const title = titles === "display" ? "display py-6 text-xl" : "py-4 font-medium";
  return (
    <div className={`border-b border-line ${className ?? ""}`}>
      {items.map((item) => (
        <details
          key={item.id}
          id={item.id}
          name={name}
          open={item.open}
          className="group border-t border-line"
        >
          <summary
            className={`flex min-h-11 list-none items-center justify-between gap-6 transition-colors hover:text-demerara ${title}`}
          >
            {item.title}
            <Plus
              size={18}
              aria-hidden="true"
              className="transition-transform group-open:rotate-45"
            />
          </summary>
          <div className="prose pb-6">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
