import type { ReactNode } from "react";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import type { MessageFormResult } from "#features/inbox/message-form-result.ts";
import { DonateForm } from "../donate/donate-form.tsx";
import { MessageForm } from "./message-form.tsx";

const sentWords = {
  title: "Thank you for stepping forward",
  description: "Your message is with New Dawn. A person will write to you about where you fit.",
};

type Props = { given: MessageFormResult | DonationFormResult | undefined };

/** Donate and Volunteer (specification 2, Non-profit home page; decision S7). */
export function HowYouCanHelp({ given }: Props) {
  return (
    <section aria-labelledby="help-title" className="bg-cloth">
      <div className="shell section">
        <h2 id="help-title" className="display text-4xl">
          How You Can Help
        </h2>
        <div className="mt-12 grid gap-x-16 gap-y-20 md:mt-16 lg:grid-cols-2">
          <Way
            id="donate"
            title="Give what you can"
            text="A gift buys cloth to learn on, repairs a machine, pays a bus fare to the workroom. It is no purchase and needs no account; a receipt comes by email."
          >
            <DonateForm path="/new-dawn" given={given?.form === "donation" ? given : undefined} />
          </Way>
          <Way
            id="volunteer"
            title="Give your time"
            text="We look for people who sew, count, repair, drive, translate or simply listen well, for an afternoon or for a year."
          >
            <MessageForm
              kind="volunteer"
              path="/new-dawn"
              given={given?.form === "volunteer" ? given : undefined}
              messageHint="What you would like to do, and when you have time for it."
              submit="Volunteer"
              sentWords={sentWords}
            />
          </Way>
        </div>
      </div>
    </section>
  );
}

function Way(props: { id: string; title: string; text: string; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-ink/25 pt-8">
      <h3 id={`${id}-title`} className="display text-3xl">
        {title}
      </h3>
      <p className="mt-4 mb-10 max-w-[48ch] text-ink-soft">{text}</p>
      <div className="max-w-120">{children}</div>
    </section>
  );
}
