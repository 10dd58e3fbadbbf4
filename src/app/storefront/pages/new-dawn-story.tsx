import { Accordion } from "#ui/accordion.tsx";

/** What New Dawn is for (specification 2, Non-profit home page). */
export function NewDawnMission() {
  return (
    <section aria-labelledby="mission-title" className="ground-forest">
      <div className="shell section">
        <h2 id="mission-title" className="eyebrow text-paper/70">
          Our mission
        </h2>
        <p className="display mt-8 max-w-[30ch] text-3xl leading-tight lg:text-4xl lg:leading-[1.12]">
          That no woman in Guyana has to stay where she is not safe because she cannot earn. We
          teach a trade, lend the first tools, and stay until the business stands by itself.
        </p>
      </div>
    </section>
  );
}

/** Our founder's story with its two folds (specification 2, Non-profit home page). */
export function NewDawnStory() {
  return (
    <section
      aria-labelledby="story-title"
      className="shell section grid gap-x-12 gap-y-10 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <p className="eyebrow">Our founder's story</p>
        <h2 id="story-title" className="display mt-4 max-w-[12ch] text-4xl">
          One machine, one key
        </h2>
      </div>
      <div className="lg:col-span-7 lg:col-start-6">
        <div className="prose text-lg">
          <p>
            Before there was a fashion house there was a spare room, a second-hand sewing machine,
            and a neighbour who needed somewhere to be in the afternoons. Our founder gave her the
            key.
          </p>
        </div>
        <Accordion
          className="mt-10"
          titles="display"
          items={[
            {
              id: "the-transformation",
              title: <h3>The Transformation</h3>,
              content: (
                <>
                  <p>
                    They began with school uniforms, because every street needs them and nobody asks
                    who made them. By the end of the term the two of them had more orders than
                    daylight, and the neighbour had something she had not had before: money that was
                    hers, earned in a place that was safe.
                  </p>
                  <p>
                    Our founder saw that the sewing was the smaller part of it. What changed a life
                    was the price list written in her own hand, the first customer who came back,
                    the notebook in which what came in was more than what went out. So that is what
                    New Dawn teaches: a craft, and then the business of it.
                  </p>
                </>
              ),
            },
            {
              id: "the-ripple-effect",
              title: <h3>The Ripple Effect</h3>,
              content: (
                <>
                  <p>
                    A woman who works for herself rarely stays alone with it. She needs somebody to
                    cut, then somebody to deliver, then somebody to mind the table on a market day,
                    and she asks those who are where she once was.
                  </p>
                  <p>
                    Her children see a parent who signs for her own parcels. The lender on the
                    corner loses a customer and the seamstress next door gains a colleague. One key,
                    given once, keeps opening doors; we only try to have more of them cut.
                  </p>
                </>
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}
